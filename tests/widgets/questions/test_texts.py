"""The texts around a question stand in both languages with the same places, and none is left over."""

import re
from pathlib import Path

from attnlib.widgets import questions
from attnlib.widgets.questions._read import KINDS
from attnlib.widgets.questions._texts import TEXTS
from tools.bundle import SOURCES

HERE = Path(questions.__file__).parent


def test_every_text_is_named_in_a_source():
    paths = [
        *(SOURCES / "questions").glob("*.js"),
        *(path for path in HERE.glob("*.py") if path.stem != "_texts"),
    ]
    code = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    of_a_kind = {
        f"{start}{kind}{end}" for kind in KINDS for start in ("by_", "no_", "") for end in ("_first", "")
    }
    of_a_kind |= {"right_order", "wrong_order"}
    assert [key for key in TEXTS if key not in of_a_kind and not re.search(f"[\"']{key}[\"']", code)] == []
