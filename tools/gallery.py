"""The gallery: a script for each kind of picture, in docs/gallery, and what it draws. python -m tools.gallery

A script begins with a sentence in each language that says what is seen, and saves a PNG of its own name; it
can be copied and run as it is. This writes these pictures, and docs/gallery/README.md, which shows both; the
site has a page of them, too.
"""

import contextlib
import runpy
import tempfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "gallery"

TITLES = ("Gallery", "图库")
SAYS = (
    "The pictures of `attnlib` and `classroom`, one script each. Every picture says in words what it shows, "
    'and speaks Chinese after `use_language("zh")`.',
    "attnlib 和 classroom 能画的各种图，每幅图一个脚本。下面图里的文字是英文；"
    '先运行 `use_language("zh")`，画出来就是中文。',
)
HEAD = f"# {' · '.join(TITLES)}\n\n<!-- python -m tools.gallery writes this -->\n\n{SAYS[0]}\n\n{SAYS[1]}\n"
ENTRY = """
## {name}

![{says[0]}]({name}.png)

{says[1]}

```python
{program}
```
"""


class Script(NamedTuple):
    """The name of what it shows, a sentence in each language, the program without them, its picture."""

    name: str
    says: tuple[str, str]
    program: str
    picture: Path


def scripts(folder=FOLDER):
    """Return all scripts, by name."""
    return {
        path.stem: _read(path) for path in sorted(folder.glob("*.py"), key=lambda path: path.stem.lower())
    }


def _read(path):
    text = path.read_text("utf-8")
    _, docstring, program = text.split('"""', 2)
    english, chinese = docstring.strip().split("\n\n")
    return Script(path.stem, (english, chinese), program.strip(), path.with_suffix(".png"))


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
