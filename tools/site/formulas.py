"""Formulas, rendered when the site is built: by KaTeX, which deno fetches from npm, as katex.lock has it."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tools.installer import DENO, Stop, reason_of_the_network

HERE = Path(__file__).parent


class Formulas:
    """The HTML of formulas by what was written, and KaTeX's style, which needs its fonts beside it."""

    def __init__(self, wanted):
        """Render pairs (formula, whether it stands alone); RuntimeError names what KaTeX cannot read."""
        wanted = sorted(wanted)
        said = json.loads(_run(json.dumps(wanted)))
        self._html = dict(zip(wanted, said["html"], strict=True))
        self._style = Path(url2pathname(urlsplit(said["style"]).path))

    def html(self, formula, alone=False):
        return self._html[formula, alone]

    def style(self, folder):
        """KaTeX's style; writes its fonts, of each the one kind that every browser of today reads."""
        style = self._style.read_text("utf-8")
        style = re.sub(r",url\([^)]*\) format\(\"(?:woff|truetype)\"\)", "", style)
        (folder / "fonts").mkdir(parents=True, exist_ok=True)
        for name in re.findall(r"url\((fonts/[^)]*)\)", style):
            shutil.copyfile(self._style.parent / name, folder / name)
        shutil.copyfile(self._style.parent.parent / "LICENSE", folder / "fonts" / "LICENSE")
        return style


def _run(given):
    """Run katex.js, whose packages stay where deno keeps its things."""
    command = [sys.executable, "-m", "deno", "run", "--quiet", "--no-config", "--frozen"]
    command += ["--lock", str(HERE / "katex.lock"), str(HERE / "katex.js")]
    done = subprocess.run(
        command, input=given, capture_output=True, encoding="utf-8", env=os.environ | DENO | {"NO_COLOR": "1"}
    )
    if done.returncode and (reason := reason_of_the_network(done.stderr)):
        raise Stop(f"KaTeX, which renders the formulas, is not here yet. {reason}")
    if done.returncode:
        raise RuntimeError(f"The formulas could not be rendered:\n{done.stderr.strip()}")
    return done.stdout
