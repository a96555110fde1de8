"""Name the versions that a question about an error should mention: Python, the system, the packages."""

import platform
from importlib.metadata import PackageNotFoundError, version

_PACKAGES = ("attnlib", "numpy", "matplotlib", "seaborn", "ipywidgets", "anywidget", "jupyterlab", "torch")


def versions() -> None:
    """Print the versions of Python, the system and the packages of the lessons, one a line, to be copied.

    Example:
        >>> versions()
        Python 3...
        attnlib ...
    """
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    for package in _PACKAGES:
        print(package, version_of(package))


def version_of(package: str) -> str:
    """Return the installed version of a package, or – if it is not installed.

    Example:
        >>> version_of("no-such-package")
        '–'
    """
    try:
        return version(package)
    except PackageNotFoundError:
        return "–"
