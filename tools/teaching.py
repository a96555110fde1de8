"""Write what the READMEs, docs/lessons*.md and docs/teaching*.md say of each lesson. The build runs it.

python -m tools.teaching
"""

import contextlib
import tomllib

from tools.contents import contents, short_title, standing_for
from tools.duration import minutes
from tools.lesson_source import LANGUAGES, NOTEBOOKS, LessonError, read_lesson, title_of, write
from tools.readme_links import address_and_version, with_links_from

ENDS = {"en": "", "zh": ".zh-CN"}

WEEK = [("00", "01"), ("02", "03"), ("04", "05"), ("06", "07"), ("08", "09")]  # five mornings

WORDS = {
    "en": {
        "lessons": "| | lesson | minutes | exercises | a question to vote on |",
        "week": "| | lessons | minutes together | exercises, at home |",
        "day": "day {}",
        "sum": "| | all | {} | {} | |",
        "and": " and ",
        "list": "| | lesson | minutes |",
        "exam": "| | [Exam](../notebooks/en/exam.ipynb): forty questions, closed book | 75 |",
        "others": "[Exam](notebooks/en/exam.ipynb) ·\n[Glossary](notebooks/en/glossary.ipynb)",
    },
    "zh": {
        "lessons": "| | 课 | 分钟 | 练习 | 值得举手表决的问题 |",
        "week": "| | 课 | 课堂，分钟 | 练习（课后），分钟 |",
        "day": "第 {} 天",
        "sum": "| | 合计 | {} | {} | |",
        "and": "、",
        "list": "| | 课 | 分钟 |",
        "exam": "| | [考试](../notebooks/zh/exam.ipynb)：四十题，闭卷 | 75 |",
        "others": "[考试](notebooks/zh/exam.ipynb) ·\n[术语表](notebooks/zh/glossary.ipynb)",
    },
}


def tables(lang, notebooks=NOTEBOOKS):
    """Return what stands in each page: page -> {name of the place: what stands there}."""
    sources = [read_lesson(path) for path in sorted((notebooks / "src").glob("[0-9]*.py"))]
    takes = {lesson.number: minutes(lesson) for lesson in sources}
    words, asked = WORDS[lang], contents(notebooks)
    names, plain, rows = [], [words["list"], "|---|---|---|"], [words["lessons"], "|---|---|---|---|---|"]
    for lesson in sources:
        title, file = short_title(lesson, lang), f"notebooks/{lang}/{lesson.name}.ipynb"
        whole, exercises = takes[lesson.number]
        question = question_of(lesson, lang, notebooks, asked)
        names.append(f"[{lesson.number} {title}]({file})")
        hook = title_of(lesson, lang).partition(title)[2]
        plain.append(f"| {lesson.number} | [{title}](../{file}){hook} | {whole} |")
        rows.append(f"| {lesson.number} | [{title}](../{file}) | {whole} | {exercises} | {question} |")
    rows.append(words["sum"].format(*map(sum, zip(*takes.values(), strict=True))))
    week = [words["week"], "|---|---|---|---|"]
    for day, numbers in enumerate(WEEK, start=1):
        whole, exercises = map(sum, zip(*(takes[number] for number in numbers), strict=True))
        week.append(f"| {words['day'].format(day)} | {words['and'].join(numbers)} | {whole} | {exercises} |")
    return {
        f"README{ENDS[lang]}.md": {"lessons": " ·\n".join([*names, words["others"]])},
        f"docs/lessons{ENDS[lang]}.md": {"lessons": "\n".join([*plain, words["exam"]])},
        f"docs/teaching{ENDS[lang]}.md": {"lessons": "\n".join(rows), "week": "\n".join(week)},
    }


def question_of(lesson, lang, notebooks, asked):
    """Return the question to vote on in a lesson, as the lesson asks it; `asked` comes from contents.

    It should divide a room, and be understood without what stands above it.
    """
    questions = asked[lesson.number]["questions"]
    vote = standing_for(lesson.name).get("vote", [*questions, None][0])
    if vote is None:
        return ""
    if vote not in questions:
        raise SystemExit(f"tools/lessons.toml: lesson {lesson.number} does not ask {vote}: choose another.")
    files = (notebooks.parent / "data" / "questions").glob("*.toml")  # a lesson may ask one of another's
    known = [tomllib.loads(path.read_text("utf-8")) for path in files]
    said = next((questions[vote]["question"][lang] for questions in known if vote in questions), "")
    return said.replace("|", r"\|")


def with_tables(text, made):
    """Return the page with these tables between the marks with their names."""
    for name, table in made.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if (text.count(begin), text.count(end)) != (1, 1):
            raise SystemExit(f"A page about the lessons needs <!-- {name} --> … <!-- /{name} --> once.")
        before, _, rest = text.partition(begin)
        text = before + begin + table + "\n" + end + rest.partition(end)[2]
    return text


def pages(notebooks=NOTEBOOKS):
    """Return the right text of each page: path -> text."""
    project, texts = notebooks.parent, {}
    address, version = address_and_version(project)
    for lang in LANGUAGES:
        for name, made in tables(lang, notebooks).items():
            text = with_tables((project / name).read_text("utf-8"), made)
            is_readme = name.startswith("README")  # of which all links are absolute, once they can be
            texts[project / name] = with_links_from(address, f"v{version}", text) if is_readme else text
    return texts


def write_tables(notebooks=NOTEBOOKS):
    """Bring the pages up to date, where there are any."""
    if (notebooks.parent / "docs").is_dir():
        with contextlib.suppress(LessonError):  # of a bad source the build will say more
            for path, text in pages(notebooks).items():
                write(path, text)


if __name__ == "__main__":
    write_tables()
