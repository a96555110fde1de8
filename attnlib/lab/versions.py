"""What a question about an error needs to say: which Python, which system, which packages."""

import platform
from importlib.metadata import PackageNotFoundError, version

_PACKAGES = ("attnlib", "numpy", "matplotlib", "seaborn", "ipywidgets", "anywidget", "jupyterlab", "torch")


def versions():
    """Print the versions of Python, of the system and of what the lessons use, one a line, to be copied."""
    print(f"Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    for package in _PACKAGES:
        print(package, version_of(package))


def version_of(package):
    """The version that is installed, or – if it is not."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "–"
