"""Write what docs/teaching*.md say of each lesson: its minutes, a question to vote on. The build runs it.

python -m tools.teaching
"""

import contextlib
import tomllib

from tools.contents import contents, short_title, standing_for
from tools.duration import minutes
from tools.lesson_source import LANGUAGES, NOTEBOOKS, LessonError, read_lesson, write

PAGES = {"en": "teaching.md", "zh": "teaching.zh-CN.md"}

WEEK = [("00", "01"), ("02", "03"), ("04", "05"), ("06", "07"), ("08", "09")]  # five mornings

WORDS = {
    "en": {
        "lessons": "| | lesson | minutes | exercises | a question to vote on |",
        "week": "| | lessons | minutes together | exercises, at home |",
        "day": "day {}",
        "sum": "| | all | {} | {} | |",
        "and": " and ",
    },
    "zh": {
        "lessons": "| | 课 | 分钟 | 练习 | 值得举手表决的问题 |",
        "week": "| | 课 | 课堂，分钟 | 练习（课后），分钟 |",
        "day": "第 {} 天",
        "sum": "| | 合计 | {} | {} | |",
        "and": "、",
    },
}


def tables(lang, notebooks=NOTEBOOKS):
    """Return the tables of one page, by the name of the place where they stand."""
    sources = [read_lesson(path) for path in sorted((notebooks / "src").glob("[0-9]*.py"))]
    takes = {lesson.number: minutes(lesson) for lesson in sources}
    words, asked = WORDS[lang], contents(notebooks)
    rows = [words["lessons"], "|---|---|---|---|---|"]
    for lesson in sources:
        title = f"[{short_title(lesson, lang)}](../notebooks/{lang}/{lesson.name}.ipynb)"
        whole, exercises = takes[lesson.number]
        question = question_of(lesson, lang, notebooks, asked)
        rows.append(f"| {lesson.number} | {title} | {whole} | {exercises} | {question} |")
    rows.append(words["sum"].format(*map(sum, zip(*takes.values(), strict=True))))
    week = [words["week"], "|---|---|---|---|"]
    for day, numbers in enumerate(WEEK, start=1):
        whole, exercises = map(sum, zip(*(takes[number] for number in numbers), strict=True))
        week.append(f"| {words['day'].format(day)} | {words['and'].join(numbers)} | {whole} | {exercises} |")
    return {"lessons": "\n".join(rows), "week": "\n".join(week)}


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
    path = notebooks.parent / "data" / "questions" / f"{lesson.name}.toml"
    return tomllib.loads(path.read_text("utf-8"))[vote]["question"][lang].replace("|", r"\|")


def with_tables(text, made):
    """Return the page with these tables between the marks with their names."""
    for name, table in made.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        if (text.count(begin), text.count(end)) != (1, 1):
            raise SystemExit(f"A page for lecturers needs <!-- {name} --> … <!-- /{name} --> once.")
        before, _, rest = text.partition(begin)
        text = before + begin + table + "\n" + end + rest.partition(end)[2]
    return text


def pages(notebooks=NOTEBOOKS):
    """Return the right text of each page: path -> text."""
    docs = notebooks.parent / "docs"
    return {
        docs / PAGES[lang]: with_tables((docs / PAGES[lang]).read_text("utf-8"), tables(lang, notebooks))
        for lang in LANGUAGES
    }


def write_tables(notebooks=NOTEBOOKS):
    """Bring the pages up to date, where there are any."""
    if all((notebooks.parent / "docs" / name).is_file() for name in PAGES.values()):
        with contextlib.suppress(LessonError):  # of a bad source the build will say more
            for path, text in pages(notebooks).items():
                write(path, text)


if __name__ == "__main__":
    write_tables()
