"""Let one process at a time do something, on every system. Standard library only."""

import contextlib
import errno
import sys
import time

HELD = [errno.EAGAIN, errno.EACCES, errno.EDEADLK]  # the errors of a lock that another process holds


@contextlib.contextmanager
def alone(path, if_waiting=""):
    """Hold a lock that one process alone can have, waiting for it if need be; it dies with us."""
    with open(path, "ab") as file:
        while not locked(file):
            if if_waiting:
                print(if_waiting, flush=True)
            if_waiting = ""
            time.sleep(0.2)
        yield


def locked(file):
    """Lock a file and return True unless another process holds it; a disk may know no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in HELD
    return True
