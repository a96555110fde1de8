"""Say whether a release can be made, and how it goes on; nothing in git is changed: python -m tools.release

What can be read is checked first, all of it; then the package and the site are built into build/. Lessons and
tests take longer and have commands of their own, which are named at the end.
"""

import re
import subprocess
import sys

import yaml  # type: ignore[import-untyped]

import attnlib
from tools import markdown, package, readme_links
from tools.readme_links import HERE, address_and_version, is_open
from tools.site.build import build as build_site

PAGES = ["*.md", "docs/**/*.md", "data/*/*.md", "classroom/exercises/**/*.md"]

NEXT = """\
Version {version} is ready, if these have passed on this commit, too:
  python tasks.py check
  python tasks.py test --all
  python tasks.py test --lowest
  python tasks.py machines
  python tasks.py bench
Then:
  git tag v{version}
  git push origin HEAD v{version}
The tag starts .github/workflows/publish.yml: the site, the package, the branch `lessons`. By hand these are
build/site, `python -m twine upload build/package/attnlib-*` and `python tasks.py lessons --commit`."""


def problems(here=HERE):
    """Everything that stands in the way and can be read, a sentence each."""
    return [*of_version(here), *of_changelog(here), *of_citation(here), *of_links(here), *of_git(here)]


def of_version(here):
    """Check that the installed package has the version of pyproject.toml."""
    _, version = address_and_version(here)
    if attnlib.__version__ != version:
        yield f"attnlib.__version__ is {attnlib.__version__}, and pyproject.toml says {version}."


def of_changelog(here):
    """Check that the first section is that of this version, with its date, and says something."""
    _, version = address_and_version(here)
    _, *sections = re.split(r"(?m)^## ", (here / "CHANGELOG.md").read_text("utf-8"))
    title, _, text = (sections or [""])[0].partition("\n")
    if not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", title):
        yield f'CHANGELOG.md begins with "{title}", and needs "{version} (YYYY-MM-DD)", with the day.'
    if "- " not in text:
        yield "CHANGELOG.md does not say what has changed."


def of_citation(here):
    """Check that CITATION.cff can be read, names persons and this version, and that nothing in it is open."""
    _, version = address_and_version(here)
    citation = yaml.safe_load((here / "CITATION.cff").read_text("utf-8"))
    needed = {"cff-version", "message", "title", "authors", "license", "date-released"}
    if missing := needed - citation.keys():
        yield f"CITATION.cff lacks {', '.join(sorted(missing))}."
    if "FAMILY-NAME" in str(citation.get("authors")):
        yield "CITATION.cff names no persons yet: put the authors in FAMILY-NAME's place."
    if "OPEN" in str(citation.get("doi")):
        yield "CITATION.cff has no DOI yet: put one in, or take its line out."
    day = str(citation.get("date-released"))
    if f"## {version} ({day})" not in (here / "CHANGELOG.md").read_text("utf-8"):
        yield f"CITATION.cff has {day} as date-released, and CHANGELOG.md does not."
    if citation.get("version") != version:
        yield f"CITATION.cff has version {citation.get('version')}, not {version}: python tasks.py links"


def of_links(here):
    """Check that the address is known, that links are made from it, and that links to files find them."""
    address, _ = address_and_version(here)
    if is_open(address):
        yield f"pyproject.toml has no public address yet, but {address}: then python tasks.py links"
    for path, text in readme_links.pages(here).items():
        if path.read_text("utf-8") != text:
            yield f"{path.name} has links from another address or version: python tasks.py links"
    for path in sorted(path for pattern in PAGES for path in here.glob(pattern)):
        for link in markdown.local_links(path.read_text("utf-8")):
            if not (path.parent / link.split("#")[0]).exists():
                yield f"{path.relative_to(here).as_posix()} has a link to {link}, which is not there."


def of_git(here):
    """Check that all is committed, and that the tag is free or is this commit's."""
    _, version = address_and_version(here)
    if changed := git(here, "status", "--porcelain").splitlines():
        yield f"{len(changed)} files are changed and not committed, as {changed[0].split()[-1]}."
    tagged = git(here, "rev-parse", "--quiet", "--verify", f"v{version}^{{commit}}")
    if tagged and tagged != git(here, "rev-parse", "HEAD"):
        yield f"The tag v{version} is another commit's: a new release needs a new version in pyproject.toml."


def git(here, *words):
    """Return git's output, "" if it fails."""
    return subprocess.run(["git", *words], cwd=here, capture_output=True, text=True).stdout.strip()


def main():
    """Print what stands in the way; return 0 if a release can be made."""
    if found := list(problems()):
        print(*found, sep="\n")
        return 1
    package.main()
    build_site(HERE / "build" / "site")
    print(NEXT.format(version=address_and_version()[1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
