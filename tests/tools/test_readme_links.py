"""The public links of the READMEs and CITATION.cff come from the one address in pyproject.toml."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import yaml

from tools import readme_links

HERE = readme_links.HERE
DOCS = [f"docs/{name}{end}.md" for name in ("hub", "teaching") for end in ("", ".zh-CN")]


@pytest.fixture
def project(tmp_path):
    """A copy of the files that hold links, and of the lessons' names."""
    for folder in ("docs", "attnlib"):
        (tmp_path / folder).mkdir()
    for name in [
        "pyproject.toml",
        "attnlib/README.md",
        "README.md",
        "README.zh-CN.md",
        "CITATION.cff",
        *DOCS,
    ]:
        shutil.copy(HERE / name, tmp_path / name)
    for lesson in HERE.glob("notebooks/*/*.ipynb"):
        copy = tmp_path / lesson.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    return tmp_path


def change(path, old, new):
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def stale(folder):
    return sorted(
        path.name for path, text in readme_links.pages(folder).items() if path.read_text("utf-8") != text
    )


def test_the_links_are_those_of_the_address():
    assert stale(HERE) == [], "run: make links"


@pytest.mark.parametrize(("lang", "says"), [("en", "no public address yet"), ("zh", "还没有公开网址")])
def test_without_an_address_nothing_is_promised(lang, says):
    assert readme_links.links(lang, "https://github.com/OWNER/name", "0.1.0", "00_start.ipynb") == ""
    assert says in readme_links.link_for_a_hub(lang, "https://github.com/OWNER/name", "00_start.ipynb")


def test_a_new_address_version_or_first_lesson_is_noticed_and_written(project):
    change(project / "pyproject.toml", "github.com/OWNER/", "github.com/somebody/")
    change(project / "pyproject.toml", 'version = "0.1.0"', 'version = "0.2.0"')
    (project / "notebooks" / "zh" / "00_start.ipynb").touch()
    changed = [
        "CITATION.cff",
        "pyproject.toml",
        "README.md",
        "README.md",
        "README.zh-CN.md",
        *(Path(name).name for name in DOCS),
    ]
    assert stale(project) == sorted(changed)
    pages = {path.name: text for path, text in readme_links.pages(project).items()}
    for name, text in pages.items():
        assert "OWNER" not in text, name
        assert "https://github.com/somebody/self-attention-step-by-step" in unquote(text)
    [link] = re.findall(r"^https://HUB\S+$", pages["hub.zh-CN.md"], re.MULTILINE)
    opened = "lab/tree/self-attention-step-by-step/my-lessons/zh/00_start.ipynb"
    assert parse_qs(urlsplit(link).query)["urlpath"] == [opened]
    assert 'nbgitpuller "attnlib[lab,zh]==0.2.0"\n' in pages["hub.md"]
    page = pages["README.zh-CN.md"]
    name, copy = "somebody/self-attention-step-by-step", "my-lessons/zh/00_start.ipynb"
    assert "https://somebody.github.io/self-attention-step-by-step/zh/)" in page
    assert f"mybinder.org/v2/gh/{name}/v0.2.0?urlpath=lab/tree/{copy})" in page
    assert f"colab.research.google.com/github/{name}/blob/lessons/{copy})" in page
    assert f"kaggle.com/kernels/welcome?src=https://github.com/{name}/blob/lessons/{copy})" in page
    assert f"`git clone https://github.com/{name}`" in page
    assert f"[ZIP](https://github.com/{name}/archive/refs/tags/v0.2.0.zip)" in page
    assert f"[报告错误、提问](https://github.com/{name}/issues)" in page
    for path, text in readme_links.pages(project).items():
        path.write_text(text, "utf-8")
    assert stale(project) == []


def test_the_page_on_pypi_has_no_word_of_an_address_before_there_is_one_and_its_links_then(project):
    page, toml = project / "attnlib" / "README.md", project / "pyproject.toml"
    assert "address" not in page.read_text("utf-8")
    assert tomllib.loads(toml.read_text("utf-8"))["project"]["urls"].keys() == {"repository"}
    change(toml, "github.com/OWNER/", "github.com/somebody/")
    for _ in range(2):  # the second time nothing is left to change
        for path, text in readme_links.pages(project).items():
            path.write_text(text, "utf-8")
    urls = tomllib.loads(toml.read_text("utf-8"))["project"]["urls"]
    name = "self-attention-step-by-step"
    assert urls["homepage"] == f"https://somebody.github.io/{name}/en/"
    assert urls["changelog"] == f"https://github.com/somebody/{name}/blob/v0.1.0/CHANGELOG.md"
    assert urls["issues"] == f"https://github.com/somebody/{name}/issues"
    assert f"[The website]({urls['homepage']})" in page.read_text("utf-8")


def test_the_programs_on_the_page_on_pypi_run(monkeypatch, tmp_path):
    text = (HERE / "attnlib" / "README.md").read_text("utf-8")
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(programs) == 2
    assert len("".join(programs).splitlines()) < 20
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for program in programs:
        exec(program, names)
    assert names["trace"].weights[2].argmax() == 1
    assert names["explorer"].start.tokens == names["words"]
    assert {path.name for path in tmp_path.iterdir()} == {"weights.png", "explorer.html"}
    assert not re.findall(r"\]\((?!https:)", text)  # on PyPI there are no files


@pytest.mark.parametrize("name", ["README.md", "README.zh-CN.md"])
def test_all_links_are_absolute_once_the_address_is_known_and_follow_it(project, name):
    before = (project / name).read_text("utf-8")
    bare = re.findall(r"\]\(((?!https?:)[^)]+)\)", before)
    [picture, *_] = [link for link in bare if link.endswith(".png")]
    assert "LICENSE" in bare
    for old, new in [("OWNER", "somebody"), ("somebody", "some-body.else")]:
        change(project / "pyproject.toml", f"github.com/{old}/", f"github.com/{new}/")
        text = readme_links.pages(project)[project / name]
        (project / name).write_text(text, "utf-8")
        found = re.findall(r"\]\(([^)]+)\)", text)
        address = f"https://github.com/{new}/self-attention-step-by-step"
        assert [link for link in found if not link.startswith("https://")] == []
        assert f"{address}/raw/v0.1.0/{picture}" in found
        assert f"{address}/blob/v0.1.0/LICENSE" in found
        assert len(
            [link for link in found if link.startswith((f"{address}/raw/", f"{address}/blob/"))]
        ) == len(bare)
    change(project / "pyproject.toml", "github.com/some-body.else/", "github.com/OWNER/")
    assert readme_links.pages(project)[project / name] == before


def test_the_citation_can_be_read():
    citation = yaml.safe_load((HERE / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors", "license"} <= citation.keys()
    assert isinstance(citation["version"], str)


def test_the_files_for_a_cluster_name_one_image_one_volume_and_one_place():
    values = yaml.safe_load((HERE / "docs" / "hub-values.yaml").read_text("utf-8"))["singleuser"]
    claim, job = yaml.safe_load_all((HERE / "docs" / "hub-models.yaml").read_text("utf-8"))
    _, version = readme_links.address_and_version()
    pod, name = job["spec"]["template"]["spec"], f"REGISTRY/attnlib:{version}"
    assert f"{values['image']['name']}:{values['image']['tag']}" == pod["containers"][0]["image"] == name
    light = values["profileList"][1]["kubespawner_override"]["image"]
    for page in ["hub.md", "hub.zh-CN.md"]:
        text = (HERE / "docs" / page).read_text("utf-8")
        assert {name, light} == set(re.findall(r"--image-name (\S+)", text))
    [volume] = values["storage"]["extraVolumes"]
    assert volume["persistentVolumeClaim"] == {"claimName": claim["metadata"]["name"], "readOnly": True}
    [read], [written] = values["storage"]["extraVolumeMounts"], pod["containers"][0]["volumeMounts"]
    assert read["readOnly"]
    assert read["mountPath"] == written["mountPath"] == "/srv/repo/data/models"


def lines_with(word, page):
    return [line for line in (HERE / "docs" / page).read_text("utf-8").splitlines() if word in line]


@pytest.mark.skipif(os.name == "nt", reason="a hub's server runs Linux")
@pytest.mark.parametrize("page", ["hub.md", "hub.zh-CN.md"])
def test_the_models_are_linked_into_what_is_installed_though_the_checkout_is_nearer(page, tmp_path):
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    installed = next((tmp_path / "env").glob("lib/python3.*/site-packages")) / "attnlib"
    for package in (installed, tmp_path / "attnlib" / "attnlib"):
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
    (installed / "data").mkdir()
    (tmp_path / "attnlib" / "data" / "models").mkdir(parents=True)
    [line] = lines_with("ln -s", page)
    line = line.removeprefix("sudo ").replace("/opt/tljh/user/bin/python", str(python))
    line = line.replace("/opt/attnlib", str(tmp_path / "attnlib"))
    subprocess.run(["bash", "-ec", line], cwd=tmp_path / "attnlib", check=True)
    assert (installed / "data" / "models").samefile(tmp_path / "attnlib" / "data" / "models")


@pytest.mark.skipif(os.name == "nt", reason="a hub's server runs Linux")
@pytest.mark.parametrize("page", ["hub.md", "hub.zh-CN.md"])
def test_the_images_of_a_hub_fetch_no_model_or_both(page, tmp_path):
    without, both = lines_with("tools.model", page)[1:]
    assert without.startswith("sed -i ")
    both = re.search(r"`(echo [^`]*postBuild)`", both)[1]
    for command, fetches in [(without, 0), (both, 2)]:
        shutil.copy(HERE / "postBuild", tmp_path)
        subprocess.run(["bash", "-ec", command], cwd=tmp_path, check=True)
        subprocess.run(["bash", "-n", "postBuild"], cwd=tmp_path, check=True)
        code = re.sub(r"(?m)^#.*$", "", (tmp_path / "postBuild").read_text("utf-8"))
        assert code.count("tools.model") == fetches
