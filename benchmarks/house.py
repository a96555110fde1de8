"""How large the house is: lines by part, and the bytes of the explorer's bundle, at one or more commits.

python -m benchmarks.house [COMMIT ...]           default: HEAD
python -m benchmarks.house --areas COMMIT ...     the folders that each commit touches
"""

import re
import subprocess
import sys

PARTS = {
    "attnlib (Python)": ("attnlib/", (".py",)),
    "attnlib (all)": ("attnlib/", (".py", ".js", ".css")),
    "classroom": ("classroom/", (".py", ".js", ".css")),
    "tests": ("tests/", (".py", ".js")),
    "tools": ("tools/", (".py", ".js", ".css", ".html")),
    "benchmarks": ("benchmarks/", (".py",)),
}
BUNDLED = re.compile("(attnlib|classroom)/[^/]+/static/")
# The bundle of the explorer, and where it lay before.
BUNDLES = ("classroom/explorer/static/explorer.js", "attnlib/widgets/static/explorer.js")


def git(*words):
    """Return what git says, as bytes."""
    return subprocess.run(["git", *words], check=True, capture_output=True).stdout


def files(commit):
    """Return the paths of a commit."""
    return git("ls-tree", "-r", "--name-only", "-z", commit).decode().rstrip("\0").split("\0")


def lines(commit, paths):
    """Return how many lines these files have at a commit."""
    return sum(git("show", f"{commit}:{path}").count(b"\n") for path in paths)


def measure(commit):
    """Print the lines of each part, bundles aside, and the explorer's bytes."""
    print(f"{commit}  {git('log', '-1', '--format=%ad %s', '--date=short', commit).decode().strip()}")
    here = files(commit)
    for name, (top, endings) in PARTS.items():
        those = [p for p in here if p.startswith(top) and p.endswith(endings) and not BUNDLED.match(p)]
        print(f"  {name:17} {lines(commit, those):7,} lines in {len(those):3} files")
    bundle = next((path for path in BUNDLES if path in here), None)
    if bundle:
        print(f"  explorer's bundle {len(git('show', f'{commit}:{bundle}')):7,} bytes")


def areas(commit):
    """Print the folders of the files that a commit touches: a merge all that it brings."""
    touched = git("diff", "--name-only", "--no-renames", "-z", f"{commit}^", commit).decode().split("\0")
    folders = sorted({path.rpartition("/")[0] or "." for path in touched if path})
    print(f"{commit}  {len(folders)} folders: {', '.join(folders)}")


def main(words):
    """Measure commits, or the areas that they touch."""
    if words[:1] == ["--areas"]:
        for commit in words[1:]:
            areas(commit)
    else:
        for commit in words or ["HEAD"]:
            measure(commit)


if __name__ == "__main__":
    main(sys.argv[1:])
