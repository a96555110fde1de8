"""nbval runs the notebooks as tests; here its cells get another comparison, and failures name the source.

The conftest.py at the root of the project hands notebooks to this module when nbval is asked for.
"""

import os
import re
import subprocess
import tempfile

import pytest
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, RunningKernel, start_new_kernel
from nbval.plugin import IPyNbCell, IPyNbFile

from classroom.optional import missing
from tools.compare_outputs import difference
from tools.kernel import LONGEST_CELL, STARTS, environment, stripped


class Kernel(RunningKernel):
    """A kernel of this Python, as in a fresh installation."""

    def __init__(self, folder, profile, timeout):
        for start in range(STARTS):
            try:
                self.km, self.kc = start_new_kernel(
                    startup_timeout=timeout,
                    kernel_name=CURRENT_ENV_KERNEL_NAME,
                    stderr=subprocess.DEVNULL,
                    cwd=str(folder),
                    env=environment(profile),
                )
                break
            except RuntimeError:
                if start == STARTS - 1:
                    raise
        self._ensure_iopub_up()


class Notebook(IPyNbFile):
    """A notebook whose cells are compared by meaning, each a test named by its id."""

    def setup(self):
        self.profile = tempfile.TemporaryDirectory()
        self.kernel = Kernel(
            self.path.parent, self.profile.name, self.config.option.nbval_kernel_startup_timeout
        )
        self.config.option.nbval_cell_timeout = min(LONGEST_CELL, self.config.option.nbval_cell_timeout)

    def teardown(self):
        super().teardown()
        self.profile.cleanup()

    def collect(self):
        for item in super().collect():
            cell = Cell.from_parent(
                self, name=item.cell.id, cell_num=item.cell_num, cell=item.cell, options=item.options
            )
            if lacks := missing(item.cell.metadata.get("tags", [])):
                cell.add_marker(pytest.mark.skip(reason=f"it needs {lacks[0]}, which is not here"))
            yield cell


class Cell(IPyNbCell):
    """A cell of a notebook."""

    def compare_outputs(self, test, ref, skip_compare=None):
        self.comparison_traceback = [difference(ref, stripped(test))]
        return not self.comparison_traceback[0]

    def repr_failure(self, excinfo):
        return f"{self.place()}: cell {self.cell.id}\n{super().repr_failure(excinfo)}"

    def reportinfo(self):
        return self.path, 0, f"{self.parent.name} {self.cell.id}"

    def place(self):
        """Return where the cell stands in the lesson's source, or else in the notebook."""
        source = self.path.parent.parent / "src" / f"{self.path.stem}.py"
        lines = source.read_text("utf-8").split("\n") if source.is_file() else []
        begin = re.compile(rf'# ?%%(?! \[markdown\]).* id="{re.escape(self.cell.id)}"')
        found = [number for number, line in enumerate(lines, start=1) if begin.match(line)]
        path = source if found else self.path
        return os.path.relpath(path, self.config.invocation_params.dir) + "".join(
            f":{line}" for line in found
        )
