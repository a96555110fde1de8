"""The gallery: a script for each kind of picture, in docs/gallery, and what it draws. python -m tools.gallery

A script begins with a sentence that says what is seen, and saves a PNG of its own name; it can be copied and
run as it is. Written here are these pictures, and docs/gallery/README.md, which shows both side by side.
"""

import ast
import contextlib
import runpy
import tempfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "gallery"

HEAD = """\
# Gallery

The pictures of `attnlib` and `classroom`, one script each, written by `python -m tools.gallery`. Every
picture says in words what it shows, and speaks Chinese after `use_language("zh")`.

attnlib 和 classroom 的各种图，每幅图一个脚本；先运行 `use_language("zh")`，图里的文字就是中文。
"""
ENTRY = """
## {name}

![{says}]({name}.png)

```python
{program}
```
"""


class Script(NamedTuple):
    """The name of what it shows, a sentence about the picture, the program without it, its picture."""

    name: str
    says: str
    program: str
    picture: Path


def scripts(folder=FOLDER):
    """Return all scripts, by name."""
    return {
        path.stem: _read(path) for path in sorted(folder.glob("*.py"), key=lambda path: path.stem.lower())
    }


def _read(path):
    text = path.read_text("utf-8")
    says = ast.get_docstring(ast.parse(text)) or ""
    program = text.partition(f'"""{says}"""')[2].strip()
    return Script(path.stem, says, program, path.with_suffix(".png"))


def drawn(name, folder=FOLDER):
    """Run a script in a folder of its own and return what it draws, as the bytes of a PNG."""
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        runpy.run_path(str(folder / f"{name}.py"))
        return Path(place, f"{name}.png").read_bytes()


def page(folder=FOLDER):
    """Return the text of docs/gallery/README.md."""
    return HEAD + "".join(ENTRY.format(**one._asdict()) for one in scripts(folder).values())


if __name__ == "__main__":
    for one in scripts().values():
        one.picture.write_bytes(drawn(one.name))
    (FOLDER / "README.md").write_text(page(), "utf-8", newline="\n")
