"""How long a lesson takes, computed from its source: python -m tools.duration [NN ...]

    words / 90 + lines of code × 12 s + 40 s for what a program, a formula or a table shows
    + 1 min a question + 90 s an explorer (2 min a puzzle, 45 s a slider)

rounded to five minutes. The rates fit what four careful readers, two in each language, reckoned that a
student needs for lessons 00 to 13 as they were in November 2026 (root mean square of the error: 3 minutes);
nobody was timed. Exercises have minutes of their own, which their texts say: (★, 5 min). What is folded, for
lecturers or for later does not count.
"""

import re
import sys
from math import ceil

from tools.lesson_source import FOR_LATER, NOT_FOR_READERS, NOTEBOOKS, PROGRESS, read_lesson

WORDS_A_MINUTE = 90
A_LINE = 12 / 60  # minutes
A_LOOK = 40 / 60
A_QUESTION = 1
A_PUZZLE, AN_EXPLORER, A_SLIDER = 2, 1.5, 0.75
_EXERCISE = re.compile(r"\(★+, (\d+) min\)")
_FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)


def minutes(lesson):
    """Return (minutes of the lesson, minutes of its exercises), the first rounded to five, the second up."""
    reading = doing = exercises = 0.0
    for cell in counted(lesson):
        if cell.lang == "en":
            exercises += sum(map(int, _EXERCISE.findall(cell.text)))
            reading += words(cell.text) / WORDS_A_MINUTE + A_LOOK * shown(cell.text)
        elif cell.kind == "code" and "exercise" not in cell.tags:
            lines = cell.text.replace("\nfrom classroom import ", " ")  # both imports are one look
            reading += A_LINE * len(lines.strip().splitlines()) + A_LOOK
            doing += asked(cell.text)
    return max(5, 5 * round((reading + doing) / 5)), 5 * ceil(exercises / 5)


def counted(lesson):
    """Yield the cells whose time counts."""
    for cell in lesson.cells:
        if cell.lang == "en" and FOR_LATER.match(cell.text):
            return
        if NOT_FOR_READERS not in cell.tags and cell.text != PROGRESS:
            yield cell


def words(text):
    """Count the words to be read; a formula counts as one, and so does a number."""
    text = re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$", " formula ", _FOLDED.sub("", text), flags=re.DOTALL)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return len(re.findall(r"\w[\w.,’'-]*", text))


def shown(text):
    """Count the displayed formulas and tables."""
    text = _FOLDED.sub("", text)
    return text.count("$$") // 2 + len(re.findall(r"^\|[-| ]+\|$", text, re.MULTILINE))


def asked(code):
    """Return the minutes of the questions, explorers and sliders in a program."""
    total: float = A_QUESTION * (len(re.findall(r"\bask\(", code)) + len(re.findall(r"\bpredict=", code)))
    total += sum(
        A_PUZZLE if "goal=" in one else AN_EXPLORER
        for one in re.findall(
            r"\b(?:Explorer|Microscope|WritingDesk|own_sentence)\((?:[^()]|\([^()]*\))*\)", code
        )
    )
    return total + A_SLIDER * len(re.findall(r"^live\(", code, re.MULTILINE))


def main(numbers):
    for path in sorted((NOTEBOOKS / "src").glob("[0-9]*.py")):
        if not numbers or path.stem[:2] in numbers:
            whole, exercises = minutes(read_lesson(path))
            print(f"{path.stem}: {whole} minutes, and {exercises} for exercises")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
