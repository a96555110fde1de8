"""Run one of the tools, as tasks.py does: python -m tools NAME WORDS. It says refusals in a sentence."""

import errno
import runpy
import sys
from pathlib import Path

from tools.installer import HERE, Stop, refused

NOT_HERE = [errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOSPC]


def of_the_computer(error: OSError) -> bool:
    """Return True if the computer refuses, and False if a tool looks for a file that the project lacks."""
    named = Path(str(error.filename or HERE)).absolute()
    return error.errno in NOT_HERE or HERE not in [named, *named.parents]


def main(name: str) -> None:
    """Run a tool, which finds its words where it would find them without us."""
    try:
        runpy.run_module(f"tools.{name}", run_name="__main__", alter_sys=True)
    except Stop as reason:
        raise SystemExit(str(reason)) from None
    except KeyboardInterrupt:
        print("Stopped.")
        sys.exit(130)
    except OSError as error:
        if not of_the_computer(error):
            raise
        raise SystemExit(refused(error)) from None


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    main(sys.argv.pop(1))
