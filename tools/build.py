"""Build the lessons: notebooks/src/NN_name.py -> notebooks/en/NN_name.ipynb and notebooks/zh/NN_name.ipynb.

python tasks.py notebooks         build every lesson, with its outputs
python tasks.py notebooks 05 06   build these
python tasks.py agree 05 ID       the texts with this id say the same, although only one was edited
python tasks.py todo 05 ID        this text is not translated yet; without ID, each that has to be
"""

import argparse
import sys
from contextlib import contextmanager

import nbformat

from classroom.optional import COMMANDS, missing
from tools.contents import FILE, write_contents
from tools.execute import execute
from tools.lesson_source import (
    LANGUAGES,
    NOTEBOOKS,
    LessonError,
    edited_since,
    notebook_metadata,
    notebook_of,
    other_language,
    read_lesson,
    shown,
    stamp,
    twins_to_stamp,
    untranslated,
    with_ids,
    with_values,
    write,
)
from tools.notebook_checks import notebook_problems, other_numbers
from tools.numbers_in_text import number_problems
from tools.source_checks import source_problems, structure
from tools.teaching import write_tables


def build(path):
    """Check, stamp, execute and write one lesson; LessonError, and only ids are new, if it is wrong."""
    lesson = with_ids(read_lesson(path))
    if problems := source_problems(lesson):
        raise LessonError(*problems)
    with put_back_if_it_fails(path):
        lesson = stamp(lesson, twins_to_stamp(lesson))
        notebooks = executed(lesson)
        problems = other_numbers(lesson, notebooks)
        for lang, notebook in notebooks.items():
            problems += notebook_problems(lesson, lang, notebook)
        problems += number_problems(lesson, notebooks)
        if problems:
            raise LessonError(*problems)
    for lang, notebook in notebooks.items():
        write(lesson.built(lang), nbformat.writes(notebook) + "\n")
    print(path.stem, *not_translated(lesson), sep="\n")


@contextmanager
def put_back_if_it_fails(*paths):
    """Leave these files as they were before, if what is done in between raises, or is stopped."""
    before = {path: path.read_bytes() for path in paths if path.exists()}
    try:
        yield
    except BaseException:
        for path, content in before.items():
            path.write_bytes(content)
        raise


def executed(lesson, languages=LANGUAGES):
    """The lesson's notebook in each of these languages, with what it shows; LessonError if it cannot run."""
    if lacks := missing({tag for cell in lesson.code for tag in cell.tags}):
        raise LessonError(f"{shown(lesson.path)}: it cannot be run here: first `{COMMANDS[lacks[0]]}`.")
    notebooks = {lang: notebook_of(lesson, lang) for lang in languages}
    folders = {lang: lesson.built(lang).parent for lang in languages}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    execute(lesson, notebooks, folders)
    for lang, notebook in notebooks.items():  # anew: execution has added to it
        notebook.metadata = nbformat.from_dict(notebook_metadata(lesson, lang))
    return notebooks


def not_translated(lesson):
    """The texts that one edition shows in the other language, one sentence a text."""
    return [
        f"{lesson.at(cell)} not translated yet: the {LANGUAGES[cell.todo]} edition shows the "
        f"{LANGUAGES[cell.lang]} text."
        for cell in untranslated(lesson, *LANGUAGES)
    ]


def agree(path, ids):
    """Record that these texts say the same in both languages."""
    lesson = read_lesson(path)
    if problems := structure(lesson):
        raise LessonError(*problems)
    pairs = [pair for pair in lesson.twins if pair[0].id in ids]
    if unknown := set(ids) - {english.id for english, _ in pairs}:
        raise LessonError(f"{shown(path)}: no text cell has the id {', '.join(sorted(unknown))}.")
    stamp(lesson, pairs)


def mark_todo(path, ids):
    """Record that these texts are not translated yet; without ids, each that stands in one language only."""
    lesson = with_ids(read_lesson(path))
    waiting = [cell for cell in lesson.texts if lacks_translation(lesson, cell)]
    chosen = [cell for cell in waiting if cell.id in ids or not ids]
    if unknown := set(ids) - {cell.id for cell in lesson.texts}:
        raise LessonError(f"{shown(path)}: no text cell has the id {', '.join(sorted(unknown))}.")
    if settled := set(ids) - {cell.id for cell in chosen}:
        raise LessonError(
            f"{shown(path)}: {', '.join(sorted(settled))} was not edited in one language only: "
            f"there is nothing to translate."
        )
    lesson = with_values(lesson, [(cell, "todo", other_language(cell)) for cell in chosen])
    print(*not_translated(lesson), sep="\n")


def lacks_translation(lesson, cell):
    """Whether a text has no twin, or was edited when its twin was not."""
    for pair in lesson.twins:
        if cell in pair:
            return edited_since(*pair) == [cell.lang]
    return cell.lang in LANGUAGES


def orphans(notebooks):
    """Built notebooks whose source is gone."""
    built = [path for lang in LANGUAGES for path in sorted((notebooks / lang).glob("*.ipynb"))]
    return [
        f"{shown(path)}: it has no source; remove it."
        for path in built
        if not (notebooks / "src" / f"{path.stem}.py").exists()
    ]


def chosen(folder, numbers, parser):
    """The sources of the lessons with these numbers, or of all."""
    sources = {path.stem.split("_")[0]: path for path in sorted(folder.glob("*.py"))}
    numbers = [number.zfill(2) for number in numbers] or list(sources)
    if unknown := [number for number in numbers if number not in sources]:
        parser.error(f"no lesson {', '.join(unknown)} in {folder.name}; there are: {', '.join(sources)}")
    return [sources[number] for number in numbers]


def main(arguments, notebooks=NOTEBOOKS):
    """The command; returns 0 if all is well."""
    name = arguments[0] if {*arguments[:1]} & {"agree", "todo"} else "notebooks"
    parser = argparse.ArgumentParser(
        prog=f"tasks.py {name}", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="NN", help="a lesson's number; none for every lesson")
    words = parser.parse_args(arguments).words
    if words[:1] == ["agree"] and len(words) < 3:
        parser.error("agree needs a lesson's number and the ids of text cells")
    if words == ["todo"]:
        parser.error("todo needs a lesson's number, and may have the ids of text cells")
    command = {"agree": agree, "todo": mark_todo}.get(words[0] if words else "")
    paths = chosen(notebooks / "src", words[1:2] if command else words, parser)
    try:
        if command:
            command(paths[0], words[2:])
        else:
            with put_back_if_it_fails(notebooks.parent / FILE):  # cells read it, so it is written first
                write_contents(notebooks)
                build_all(paths, [] if words else orphans(notebooks))
            write_tables(notebooks)
    except LessonError as error:
        print(*error.problems, sep="\n", file=sys.stderr)
        return 1
    return 0


def build_all(paths, problems):
    """Build each of these lessons; LessonError with the problems of all of them, and those found before."""
    for path in paths:
        try:
            build(path)
        except LessonError as error:
            problems += error.problems
    if problems:
        raise LessonError(*problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
