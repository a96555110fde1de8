"""Run the notebooks as other processors would: python tasks.py machines [NN ...] [-n PROCESSES].

The same sum has other last digits with other instructions, and with more threads. Libraries can be told which
instructions to use, so one machine imitates several; what it has not got itself is left out. Each row says
what NumPy, its OpenBLAS and PyTorch really used. Before a release the workflow in .github runs this.
"""

import argparse
import os
import subprocess
import sys
import time
from importlib import import_module
from typing import NamedTuple

from tools.build import chosen
from tools.lesson_source import LANGUAGES, NOTEBOOKS, read_lesson

_numpy = import_module("numpy._core._multiarray_umath")
CHOICES, HERE = _numpy.__cpu_dispatch__, _numpy.__cpu_features__  # all that NumPy can use, and what is here
WIDE = ("X86_V4", "AVX512")  # names of features that begin so need AVX-512


class Machine(NamedTuple):
    """Which instructions OpenBLAS, PyTorch, its MKL, its oneDNN and NumPy may use, and how many threads."""

    openblas: str
    torch: str
    mkl: str
    dnn: str
    numpy: str  # "all", "narrow" for no AVX-512, or "none" beyond what every processor has
    threads: int

    @property
    def settings(self):
        """The variables of the environment that say so."""
        optional = [name for name in CHOICES if HERE[name]]
        off = {"all": [], "narrow": [name for name in optional if name.startswith(WIDE)], "none": optional}
        threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
        return {
            "OPENBLAS_CORETYPE": self.openblas,
            "ATEN_CPU_CAPABILITY": self.torch,
            "MKL_CBWR": self.mkl,
            "DNNL_MAX_CPU_ISA": self.dnn,
            "NPY_DISABLE_CPU_FEATURES": " ".join(off[self.numpy]),
            **dict.fromkeys(threads, str(self.threads)),
        }


MACHINES = [
    Machine("Prescott", "default", "COMPATIBLE", "SSE41", "none", 1),
    Machine("SkylakeX", "avx512", "AVX512", "AVX512_CORE", "all", 1),
    Machine("Zen", "avx2", "COMPATIBLE", "AVX2", "narrow", 1),
    Machine("Haswell", "avx2", "AVX2", "AVX2", "narrow", 1),
    Machine("Nehalem", "default", "AUTO", "SSE41", "all", 1),
    Machine("Prescott", "default", "COMPATIBLE", "SSE41", "none", 4),
    Machine("SkylakeX", "avx512", "AVX512", "AVX512_CORE", "all", 4),
    Machine("Zen", "avx2", "AUTO", "AVX2", "narrow", 4),
    Machine("Haswell", "avx2", "AVX2", "AVX2", "none", 4),
]

# Printed by a Python with those settings: the libraries say what they use.
ASK = """
import ctypes, pathlib, numpy, torch
from numpy._core._multiarray_umath import __cpu_features__ as features, __cpu_dispatch__ as choices
folder = pathlib.Path(numpy.__file__).parents[1] / "numpy.libs"
blas = "?"
for path in folder.glob("*openblas*"):
    name = ctypes.CDLL(str(path)).scipy_openblas_get_corename64_
    name.restype = ctypes.c_char_p
    blas = name().decode()
used = [name for name in choices if features[name]]
print(f"OpenBLAS {blas}, NumPy {used[-1] if used else 'plain'}", end=", ")
print(f"PyTorch {torch.backends.cpu.get_cpu_capability()}, threads {torch.get_num_threads()}")
"""


def can(machine):
    """Return whether this machine has all the instructions of that one."""
    return HERE["AVX512F"] or machine.torch != "avx512"


def main(arguments):
    """The command; returns 0 if all is well."""
    parser = argparse.ArgumentParser(
        prog="tasks.py machines", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", metavar="NN", help="a lesson's number; none for every lesson")
    parser.add_argument("-n", default="1", metavar="PROCESSES", help="how many notebooks run at a time")
    given = parser.parse_args(arguments)
    lessons = [read_lesson(path) for path in chosen(NOTEBOOKS / "src", given.numbers, parser)]
    built = [str(lesson.built(lang)) for lesson in lessons for lang in LANGUAGES]
    options = ["--nbval", "--quiet", "-p", "no:cacheprovider", "-n", given.n, "--dist", "loadfile"]
    pytest = [sys.executable, "-m", "pytest", *options, *built]
    wrong = 0
    for machine in filter(can, MACHINES):
        environment, begun = os.environ | machine.settings, time.monotonic()
        ask = subprocess.run([sys.executable, "-c", ASK], env=environment, capture_output=True, text=True)
        done = subprocess.run(pytest, env=environment, cwd=NOTEBOOKS.parent, capture_output=True, text=True)
        last = done.stdout.strip().split("\n")[-1]
        print(*machine, f"({ask.stdout.strip()}): {last}, {time.monotonic() - begun:.0f} s", flush=True)
        if done.returncode:
            wrong += 1
            print(done.stdout, done.stderr, sep="\n", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
