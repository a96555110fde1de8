"""Put the lessons into the archive of the sources and into the wheel; all else is said in pyproject.toml.

They are the built ones without their results, but for those of cells that need PyTorch or a model: where that
is missing, classroom.lab.recorded_outputs shows these.
"""

import json
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

sys.path.insert(0, str(Path(__file__).parent))
from classroom.lessons import without_outputs

LACKING = "torch", "model", "writer"


def write_lessons(folder):
    """Write them into a folder notebooks in this one."""
    for path in sorted(Path("notebooks").glob("[ez][nh]/*.ipynb")):
        lesson = without_outputs(json.loads(path.read_text("utf-8")), but=LACKING)
        copy = Path(folder, path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(json.dumps(lesson, ensure_ascii=False), "utf-8")


class Wheel(build_py):
    def run(self):
        super().run()
        if not self.editable_mode:  # a checkout has them
            write_lessons(Path(self.build_lib, "classroom"))


class Sources(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        write_lessons(base_dir)


setup(cmdclass={"build_py": Wheel, "sdist": Sources})
