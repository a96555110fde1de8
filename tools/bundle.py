"""Bundle the JavaScript and CSS of the widgets: classroom/FEATURE/js -> classroom/FEATURE/static

python -m tools.bundle           write the bundles
python -m tools.bundle --watch   and write them again whenever a source changes, until Ctrl-C

`deno bundle` does the work. Its first run fetches esbuild from npm, and later ones need no network.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from attnlib.draw.style import ALARM, DARK_HUES, GREY, HUES, INK, PAPERS
from classroom.web.browser import CLASSROOM, FEATURES
from tools.alone import alone
from tools.installer import DENO, reason_of_the_network

# Deno lets one of two first runs take esbuild away from the other: one at a time.
LOCK = Path(DENO["DENO_DIR"]) / "bundle.lock"


class BundleError(RuntimeError):
    """deno could not bundle: a source is wrong, or esbuild could not be fetched."""


def bundle(entries: list[Path], folder: Path, *options: str) -> None:
    """Bundle and minify scripts and style sheets, each into a file of the same name in this folder.

    Entries of several folders keep the part of their paths in which they differ.

    Args:
        entries: The files that import all others. A style sheet gets the hues of all pictures besides.
        folder: Where the bundles go.
        options: More for `deno bundle`.

    Raises:
        BundleError: With what deno says.
    """
    command = [sys.executable, "-m", "deno", "bundle", "--quiet", "--minify", "--platform", "browser"]
    command += ["--no-config", "--outdir", str(folder), *options, *map(str, entries)]
    env = os.environ | DENO | {"NO_COLOR": "1"}
    LOCK.parent.mkdir(exist_ok=True)
    with alone(LOCK):
        done = subprocess.run(command, capture_output=True, encoding="utf-8", env=env)
    if done.returncode:
        raise BundleError(reason_of_the_network(done.stderr) or done.stderr.strip())
    for path in (made for made in folder.rglob("*.*") if made.name in {entry.name for entry in entries}):
        hues_first = hues() if path.suffix == ".css" else ""
        path.write_text(hues_first + path.read_text("utf-8"), "utf-8", newline="\n")


def bundle_widgets(classroom: Path = CLASSROOM) -> None:
    """Write the script and the style sheet of every feature into its folder static."""
    ways = {name: [("js/bundle.js", f"{name}.js"), (f"{name}.css", f"{name}.css")] for name in FEATURES}
    with tempfile.TemporaryDirectory() as made:
        bundle([CLASSROOM / name / source for name in FEATURES for source, _ in ways[name]], Path(made))
        for name in FEATURES:
            static = classroom / name / "static"
            static.mkdir(parents=True, exist_ok=True)
            for source, target in ways[name]:
                (static / target).write_bytes((Path(made) / name / source).read_bytes())


def hues() -> str:
    """Return the CSS rule with the hues of all pictures, in light and dark, from attnlib.draw.style."""
    pairs = {name.lower(): (light, DARK_HUES[name]) for name, light in HUES.items()}
    pairs |= {"ink": (INK, "#eceef1"), "grey": (GREY, "#b3bac4"), "bad": (ALARM, "#ff9b93"), "paper": PAPERS}
    rules = ";".join(f"--{name}:light-dark({light},{dark})" for name, (light, dark) in pairs.items())
    return f".ax{{{rules}}}\n"


def watch() -> None:
    """Bundle, and again after each change of a source; what is wrong with one is printed."""
    before = None
    while True:
        sources = [path for path in CLASSROOM.rglob("*.*") if path.suffix in (".js", ".css")]
        now = {path: path.stat().st_mtime_ns for path in sources if path.parent.name != "static"}
        if now != before:
            before = now
            try:
                bundle_widgets()
                print(f"{time.strftime('%H:%M:%S')} bundled", flush=True)
            except BundleError as error:
                print(error, file=sys.stderr, flush=True)
        time.sleep(0.3)


def main() -> None:
    if sys.argv[1:] == ["--watch"]:
        try:
            watch()
        except KeyboardInterrupt:
            return
    try:
        bundle_widgets()
    except BundleError as error:
        raise SystemExit(f"The widgets could not be bundled:\n{error}") from None


if __name__ == "__main__":
    main()
