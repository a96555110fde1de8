"""Prove lessons as they are stored, and write nothing.

python tasks.py check 03        of this lesson: the source, the built notebooks, and by nbval what they show
python tasks.py check           every lesson, as before a release: each text must be translated, too
"""

import argparse
import subprocess
import sys

from tools.build import NOTEBOOKS, chosen, not_translated, orphans
from tools.lesson_source import LANGUAGES, LessonError, read_lesson, shown, twins_to_stamp
from tools.notebook_checks import BUILD, notebook_problems, other_numbers, stored
from tools.numbers_in_text import number_problems
from tools.source_checks import source_problems


def problems(path):
    """What is wrong with a lesson and its notebooks as they are stored."""
    try:
        return problems_as_stored(read_lesson(path))
    except LessonError as error:
        return list(error.problems)


def problems_as_stored(lesson):
    """What can be said without executing."""
    if found := source_problems(lesson):
        return found
    if new := ", ".join(english.id for english, _ in twins_to_stamp(lesson)):
        return [f"{shown(lesson.path)}: texts not built yet ({new}). {BUILD} {lesson.number}"]
    notebooks = {lang: stored(lesson, lang) for lang in LANGUAGES}
    found = [problem for lang in notebooks for problem in notebook_problems(lesson, lang, notebooks[lang])]
    return found or other_numbers(lesson, notebooks) + number_problems(lesson, notebooks)


def nbval(paths):
    """Run the notebooks of these lessons in both languages; the exit code of pytest."""
    notebooks = [read_lesson(path).built(lang) for path in paths for lang in LANGUAGES]
    command = [sys.executable, "-m", "pytest", "--nbval", "--quiet", "-p", "conftest", *notebooks]
    return subprocess.run(command, cwd=NOTEBOOKS.parent).returncode


def main(arguments, notebooks=NOTEBOOKS):
    """The command; returns 0 if all is well."""
    parser = argparse.ArgumentParser(
        prog="tasks.py check", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", metavar="NN", help="a lesson's number; none for every lesson")
    numbers = parser.parse_args(arguments).numbers
    wrong, right = [] if numbers else orphans(notebooks), []
    for path in chosen(notebooks / "src", numbers, parser):
        found = problems(path)
        waiting = [] if found else not_translated(read_lesson(path))
        wrong += found if numbers else found + waiting
        right += [] if found else [path]
        print(
            f"{path.stem}: {'wrong' if found else 'as its source says'}", *waiting * bool(numbers), sep="\n"
        )
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr, flush=True)
    sys.stdout.flush()
    failed = nbval(right) if right else 0
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
