"""What makes the lessons from their sources, and proves them: python -m tools.build, and so on."""

import sys

# jsonschema, which nbformat imports, would make 38 grammars of this package for more than a second. They are
# for addresses with letters of any script; no schema of ours asks for these, and jsonschema does without.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
