"""How much a command such as pip has fetched, in one line of a terminal. Standard library only."""

import re
import sys
import time


class Output:
    """What a command has printed so far, and how much of which file has come."""

    def __init__(self):
        self.lines, self.last, self.installing = [], time.time(), False
        self.file, self.fetched, self.before, self.shown = "", 0, 0, False

    def listen(self, stream):
        """Take in every line, up to the end, and close the stream."""
        with stream:
            for line in stream:
                self.take_in(line.decode("utf-8", "replace").rstrip())

    def take_in(self, line):
        """Note what a line says of the progress, or keep it."""
        self.last = time.time()
        if progress := re.match(r"Progress (\d+) of", line):  # printed by pip with --progress-bar=raw
            self.fetched = int(progress[1])
            return
        self.lines.append(line)
        if found := re.match(r"\s*Downloading (\S+)", line):
            self.before, self.fetched = self.before + self.fetched, 0
            self.file = found[1].split("/")[-1].split("-")[0]
        self.installing = self.installing or line.startswith("Installing")

    def silence(self):
        """Return for how many seconds nothing has come."""
        return time.time() - self.last

    def show(self):
        """Write one line over and over, on a terminal only."""
        if not sys.stdout.isatty():
            return
        line = f"  {(self.before + self.fetched) / 1e6:.0f} MB fetched"
        if self.installing:
            line = "  unpacking ..."
        elif self.silence() > 5:
            line += f", nothing more for {self.silence():.0f} s"
        elif self.file:
            line += f": {self.file}"
        self.write(line[:78].ljust(78))
        self.shown = True

    def clear(self):
        """Leave nothing of that line."""
        if self.shown:
            self.write(" " * 78 + "\r")

    def write(self, line):
        """Write a line over the last one."""
        sys.stdout.write("\r" + line)
        sys.stdout.flush()
