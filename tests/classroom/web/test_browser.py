"""The bundles of the widgets: fresh, installed, sent to the browser once."""

import shutil
import tomllib
from concurrent.futures import ThreadPoolExecutor, wait

import pytest
from ipywidgets import Widget
from ipywidgets.widgets.widget import _instances

from attnlib.draw import style
from classroom import Explorer, ask
from classroom.web.browser import CLASSROOM, FEATURES, read
from tests.helpers.bundles import need_bundler
from tools.alone import alone
from tools.bundle import LOCK, BundleError, bundle, bundle_widgets

each = pytest.mark.parametrize("feature", FEATURES)


def test_the_bundles_are_what_the_sources_give(tmp_path):
    need_bundler()
    bundle_widgets(tmp_path)
    names = [f"{name}/static/{name}.{ending}" for name in FEATURES for ending in ("js", "css")]
    assert {path.relative_to(CLASSROOM).as_posix() for path in CLASSROOM.glob("*/static/*")} == {*names}
    stale = [name for name in names if (tmp_path / name).read_bytes() != (CLASSROOM / name).read_bytes()]
    assert stale == [], "run `python -m tools.bundle`"


def test_a_source_that_is_wrong_is_named_and_the_bundle_stays(tmp_path):
    need_bundler()
    (tmp_path / "one.js").write_text('import { gone } from "./gone.js";\ngone();\n', "utf-8")
    with pytest.raises(BundleError, match=r"gone\.js"):
        bundle([tmp_path / "one.js"], tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_a_second_bundler_waits_for_the_first(tmp_path):
    need_bundler()
    (tmp_path / "one.js").write_text("export const one = 1;\n", "utf-8")
    with ThreadPoolExecutor() as pool:
        with alone(LOCK):
            second = pool.submit(bundle, [tmp_path / "one.js"], tmp_path / "made")
            assert wait([second], timeout=1).not_done
        second.result(timeout=60)
    assert (tmp_path / "made" / "one.js").exists()


def test_an_installed_attnlib_has_every_bundle():
    project = tomllib.loads((CLASSROOM.parent / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["classroom"]
    for path in CLASSROOM.glob("*/static/*"):
        assert any(path.relative_to(CLASSROOM).match(pattern) for pattern in patterns), path


@each
def test_the_style_sheet_has_the_hues_of_style_and_no_copy_of_a_colour_stands_beside_it(feature):
    sheet = read(feature, "css")
    for name, light in style.HUES.items():
        assert f"--{name.lower()}:light-dark({light},{style.DARK_HUES[name]})" in sheet
    sources = [*CLASSROOM.glob("web/js/*"), *CLASSROOM.glob(f"{feature}/js/**/*.js")]
    files = [CLASSROOM / "web" / "base.css", CLASSROOM / feature / f"{feature}.css", *sources]
    beside = "\n".join(path.read_text(encoding="utf-8") for path in files)
    once = [*style.HUES.values(), *style.DARK_HUES.values(), style.INK, style.GREY, style.ALARM]
    once += [*(stops.split()[0] for stops in style.DARK.values()), "f7fbff", "7f3b08"]  # where scales begin
    assert [color for color in once if color.removeprefix("#") in beside] == []


def test_widgets_of_a_kind_refer_to_one_bundle():
    """Each would else send and save 100 kB of code."""
    one, other, question = Explorer("first_look"), Explorer("hand_worked"), ask("layers")
    states = [widget.get_state() for widget in (one, other, question)]
    assert states[0]["_code"] == states[1]["_code"] != states[2]["_code"]
    for state in states:
        assert all(len(state[name]) < 2000 for name in ("_code", "_esm"))


def bundle_of(widget):
    """What the browser knows of the widget that this one refers to."""
    return _instances[widget.get_state()["_code"].removeprefix("IPY_MODEL_")].get_state()


def test_the_reference_leads_to_the_bundle_also_after_all_widgets_were_closed():
    question = ask("layers")
    before = bundle_of(question)
    assert (before["code"], before["css"]) == (read("questions", "js"), read("questions", "css"))
    assert before["_model_name"] == "WidgetModel"  # which every ipywidgets in a browser knows
    Widget.close_all()
    after = bundle_of(ask("layers"))
    assert after["code"] == read("questions", "js")


def test_who_changes_a_bundle_sees_it_when_the_cell_runs_again(tmp_path, monkeypatch):
    before = bundle_of(ask("layers"))
    shutil.copytree(CLASSROOM / "questions" / "static", tmp_path / "questions" / "static")
    monkeypatch.setattr("classroom.web.browser.CLASSROOM", tmp_path)
    (tmp_path / "questions" / "static" / "questions.js").write_text("export default 1;", "utf-8")
    after = bundle_of(ask("layers"))
    assert (after["code"], after["css"]) == ("export default 1;", before["css"])
