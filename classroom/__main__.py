"""Copy the lessons into a folder my-lessons, and open them in JupyterLab: python -m classroom [en|zh]

What the reader has changed there stays. Other words go to JupyterLab, such as --no-browser.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from classroom import lessons

NAME = "my-lessons"  # by which a lesson knows that it may keep what is solved there


def main(words):
    """Return JupyterLab's exit code, or 1 if it is not installed."""
    about, more = str(__doc__).strip().split("\n", 1)
    parser = argparse.ArgumentParser(prog="python -m classroom", description=f"{about.split(':')[0]}. {more}")
    parser.add_argument("language", nargs="?", choices=["en", "zh"], default=lessons.readers_language())
    options, others = parser.parse_known_args(words)
    here = Path.cwd()
    root = here.parent if here.name == NAME else here
    try:
        copies = lessons.copy_lessons(
            lessons.BUILT, root / NAME, platform.python_version(), options.language
        ).values()
    except OSError as error:
        return said(f"The lessons could not be copied here: {error}. Run this in a folder of your own.")
    print(f"{len(copies)} lessons are in {root / NAME / options.language}; what you have changed stays.")
    if options.language == "zh" and not find_spec("pylopdf_fonts_zh_cn"):
        print('中文菜单和中文字体没有装：pip install "attnlib[lab,zh]"')
    notebook = lessons.last_used(copies) or min(copies)
    if not find_spec("jupyterlab"):
        return said('JupyterLab, which opens them, is not installed: pip install "attnlib[lab]"')
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more would wait for each other
    with tempfile.TemporaryDirectory() as folder:  # settings of this call, not of this Python's JupyterLab
        menus = lessons.CHINESE_MENUS if options.language == "zh" else {}
        texts = {"jupyter_config.json": lessons.CONFIG}
        texts["labconfig/default_setting_overrides.json"] = lessons.LAB_SETTINGS | menus
        for name, text in texts.items():
            lessons.write_if_new(Path(folder, name), json.dumps(text))
        lessons.put_first("JUPYTER_CONFIG_PATH", folder)
        place = Path(notebook).relative_to(root).as_posix()
        print(f"Opening {place}. To stop it, press Ctrl-C here and answer y.", flush=True)
        return lessons.run([*lessons.lab_command(sys.executable, root, place), *others])


def said(sentence):
    """Show what is in the way, and return the exit code for that."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
