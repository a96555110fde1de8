"""None of the texts around a question is left over."""

import re
from pathlib import Path

from attnlib.languages import pairs_of
from classroom import questions
from classroom.questions._read import KINDS

HERE = Path(questions.__file__).parent


def test_every_text_is_named_in_a_source():
    paths = [*(HERE / "js").glob("*.js"), *HERE.glob("*.py")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    of_a_kind = {
        f"{start}{kind}{end}" for kind in KINDS for start in ("by_", "no_", "") for end in ("_first", "")
    }
    keys = pairs_of(questions.__file__).keys() - of_a_kind
    assert [key for key in keys if not re.search(f"[\"']{key}[\"']", code)] == []
