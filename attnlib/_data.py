"""Where the project's data lies: beside the package once installed, above it in a checkout."""

from pathlib import Path

_HERE = Path(__file__).parent
DATA = next(data for data in (_HERE / "data", _HERE.parent / "data") if data.is_dir())
