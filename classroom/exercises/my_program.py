"""Write my_attention.py: one program of all the reader's answers, in the order of the lessons.

Each answer stands in a file of its own, my-lessons/exercises/NAME.py, with all that it needs. What stands in
several files, the program has once; where a name means two things, the later answer keeps its own inside.
"""

import ast
import re
import textwrap
import zlib
from contextlib import suppress

from attnlib.languages import text_from
from classroom.exercises.render import listed, show
from classroom.exercises.source import MARK, NO_PROGRAM, defines, first_line, names_bound, names_used
from classroom.my_lessons import is_read_only, write

FOLDER, FILE = "exercises", "my_attention.py"
NO_UTF8 = "\ufffd"  # what `read` puts in the place of a byte that is none: an editor has saved GBK, say
_HEAD = re.compile(r"# .*\[[0-9a-f]{8}\]\n")  # the first line of a file that the lessons wrote
text = text_from(__file__, "my_program")


def read(path):
    """Return a file with plain line ends, however an editor has saved it; "" if there is none yet."""
    return path.read_text(encoding="utf-8-sig", errors="replace") if path.is_file() else ""


def signed(head, code):
    """Return a file as the lessons write it: its first line ends with a checksum of the code below."""
    return f"# {head} [{_checksum(code)}]\n\n{code}\n"


def is_ours(file):
    """Return whether a file is as the lessons wrote it: nobody has changed it since."""
    head, _, code = file.partition("\n")
    return head.endswith(f"[{_checksum(code)}]")


def _checksum(code):
    lines = " ".join(line.rstrip() for line in code.strip().splitlines())  # editors change their ends
    return f"{zlib.crc32(lines.encode()):08x}"


def answer_file(exercise, imports, definitions):
    """Return the file of an exercise; the last definition is the answer."""
    return signed(text("answer", exercise=exercise), _in_order(imports, definitions))


def _in_order(imports, definitions):
    return "\n\n\n".join(["\n".join(sorted(imports)), *definitions]).strip()


def write_program(folder, exercises):
    """Write my_attention.py anew if it is not what the files of these exercises give.

    Return whether it is now: the owner may have made it read-only.
    """
    make_room(folder, exercises)
    for _ in range(5):  # another kernel may add an answer meanwhile
        program = program_of({name: read(folder / FOLDER / f"{name}.py") for name in exercises})
        if read(folder / FILE).partition("\n")[2].strip() == program:
            break
        if is_read_only(folder / FILE):
            return False
        write(folder / FILE, signed(text("program"), program))
    return True


def make_room(folder, exercises):
    """Rename a my_attention.py that is not ours; its answers get files, where there are none yet."""
    old, aside, k = read(folder / FILE), folder / "my_attention_before.py", 2
    if not old or is_ours(old) or is_read_only(folder / FILE):
        return
    with suppress(*NO_PROGRAM):
        statements = [] if NO_UTF8 in old else statements_of(old)
        for name in exercises:
            marked = [code for code, _, marks in statements if name in marks]
            named = [code for code, names, marks in statements if f"my_{name}" in names and not marks]
            file = folder / FOLDER / f"{name}.py"
            if (marked or named) and not file.exists():
                write(file, answer_file(name, *_with_needs((marked or named)[-1], statements)))
    while aside.exists():
        aside, k = folder / f"my_attention_before_{k}.py", k + 1
    with suppress(FileNotFoundError):  # another kernel has been here
        (folder / FILE).rename(aside)
        show("note", FILE, [text("moved_no_utf8" if NO_UTF8 in old else "moved", name=aside.name)])


def _with_needs(answer, statements):
    """Return the imports that an answer needs, and the definitions, itself the last."""
    needed, names = {answer}, {*names_used(answer)}
    while more := {code for code, binds, _ in statements if binds & names} - needed:
        needed |= more
        names.update(*map(names_used, more))
    others = [code for code, _, _ in statements if code in needed - {answer}]
    return filter(_is_import, others), [*(code for code in others if not _is_import(code)), answer]


def program_of(files):
    """Return the program that has the answers of these files, by exercise."""
    known: dict[str, list] = {}
    answers: dict[str, str] = {}  # the exercise that a statement answers
    for exercise, file in files.items():
        if NO_UTF8 in file:
            continue
        with suppress(*NO_PROGRAM):
            known[exercise], answer = statements_of(file), answer_in(file)
            answers |= {code: exercise for code, names, _ in known[exercise] if answer in names}
    imports: list[str] = []
    definitions: list[str] = []
    bound: dict[str, list] = {}  # by name, the code that gives it a value
    assumed: set[str] = set()  # names that are used in a file, but not bound there, such as `sum`
    for exercise, statements in known.items():
        own: dict[str, list] = {}
        for code, names, _ in statements:
            for name in names:
                own.setdefault(name, []).append(code)
        uses = {name for code, _, _ in statements for name in names_used(code)} - own.keys()
        other = {name for name in own if bound.get(name, own[name]) != own[name]}
        other |= own.keys() & assumed | uses & bound.keys()
        if other:
            answer = answer_in(files[exercise])
            name = f"{exercise}_{answer}" if answer in bound else answer
            inside = "\n\n".join([*(code for code, _, _ in statements), f"return {answer}"])
            definitions.append(
                f"def _{exercise}():  # {text('inside', names=listed(sorted(other)))}\n"
                f"{textwrap.indent(inside, '    ')}\n\n\n# ✓ check.{exercise}\n{name} = _{exercise}()"
            )
            bound[name] = [exercise]
            continue
        bound |= own
        assumed |= uses
        for code, _, _ in statements:
            marked = f"# ✓ check.{answers[code]}\n{code}" if code in answers else code
            section = imports if _is_import(code) else definitions
            if marked not in section:
                section.append(marked)
    return _in_order(imports, definitions)


def _is_import(code):
    return code.startswith(("import ", "from "))


def statements_of(program):
    """Return a program's statements, with their comments, the names that each binds, and its marks.

    Strings that stand alone are left out. Statements that share a line are one. A mark is the exercise that a
    comment of an earlier my_attention.py names above an answer, or None above a helper.
    """
    program = _HEAD.sub("", program, count=1)
    lines, found, start = program.split("\n"), [], 0
    body = ast.parse(program).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        end = node.end_lineno or 0
        if after and first_line(after) <= end:
            continue
        while end < len(lines) and (not after or re.match(r"\s+#", lines[end])):  # comments below it
            end += 1
        marks = [mark["exercise"] for line in lines[start:end] if (mark := MARK.fullmatch(line))]
        code = "\n".join(line for line in lines[start:end] if not MARK.fullmatch(line)).strip("\n")
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            found.append((code, names_bound(code), marks))
        start = end
    return found


def answer_in(file):
    """Return the name of the last function or class that a file defines, which is the answer, or ""."""
    kinds = ast.FunctionDef | ast.ClassDef
    body = ast.parse(file).body
    names = [defines(x) for x in body if isinstance(x, kinds) or isinstance(vars(x).get("value"), ast.Lambda)]
    return names[-1] if names else ""
