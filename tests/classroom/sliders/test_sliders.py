"""live: controls and picture in step, errors said in words, stale frames dropped, and no Output widget."""

import asyncio
import selectors

import ipywidgets
import numpy as np
import pytest
from matplotlib.figure import Figure

from attnlib.draw.plots import heatmap
from attnlib.languages import use_language
from classroom.sliders import Slider, live

VIEW = "application/vnd.jupyter.widget-view+json"


def echo(**values):
    return f"<p>{values}</p>"


def widgets(experiment, kind):
    def walk(widget):
        yield widget
        for child in getattr(widget, "children", ()):
            yield from walk(child)

    return [widget for widget in walk(experiment.widget) if isinstance(widget, kind)]


def slider(experiment):
    return widgets(experiment, Slider)[0]


def message(experiment):
    return widgets(experiment, ipywidgets.HTML)[0].value


def shown(experiment):
    return widgets(experiment, ipywidgets.HTML)[1].value


# Controls


def test_three_numbers_are_a_slider():
    experiment = live(lambda x=1.0: f"<p>x = {x}</p>", x=(0.0, 5.0, 0.5))
    assert (slider(experiment).min, slider(experiment).max, slider(experiment).step) == (0.0, 5.0, 0.5)
    assert slider(experiment).value == 1.0
    slider(experiment).value = 2.5
    assert shown(experiment) == "<p>x = 2.5</p>"
    assert experiment.values == {"x": 2.5}


def test_what_a_browser_makes_of_a_number_does_not_reach_draw():
    drawn = []
    experiment = live(lambda x: drawn.append(x) or "<p>", x=(0.1, 5.0, 0.1))
    slider(experiment).value = 1.0000000000000002
    assert set(drawn[1:]) == {1.0}
    slider(experiment).value = 2
    assert experiment.values == {"x": 2.0}
    assert type(experiment.values["x"]) is float


def test_whole_numbers_stay_whole():
    experiment = live(echo, n=(8, 64, 8))
    assert experiment.values == {"n": 32}
    slider(experiment).value = 24.0
    assert experiment.values == {"n": 24}
    assert type(experiment.values["n"]) is int
    assert type(slider(live(lambda n=1.0: "<p>", n=(1, 3, 1))).value) is float


def test_a_lone_slider_can_be_played():
    assert slider(live(echo, n=(1, 3, 1)))._fixed["plays"]
    assert not slider(live(echo, n=(1, 3, 1), loud=True))._fixed["plays"]


def test_a_list_is_a_dropdown_and_a_bool_a_checkbox():
    experiment = live(echo, size=[1, 2, 3], loud=True)
    (dropdown,) = widgets(experiment, ipywidgets.Dropdown)
    (checkbox,) = widgets(experiment, ipywidgets.Checkbox)
    assert experiment.values == {"size": 1, "loud": True}
    dropdown.value, checkbox.value = 3, False
    assert shown(experiment) == "<p>{'size': 3, 'loud': False}</p>"


def test_each_starts_at_the_default_of_draws_argument():
    def draw(x=4, size=3, loud=False, other=7):
        return f"<p>{x} {size} {loud} {other}</p>"

    experiment = live(draw, x=(0, 10, 1), size=[1, 2, 3], loud=True)
    assert experiment.values == {"x": 4, "size": 3, "loud": False}
    assert shown(experiment) == "<p>4 3 False 7</p>"


def test_names_are_in_the_language_in_force():
    use_language("zh")
    experiment = live(
        lambda temperature, other, kind: "<p>", temperature=(1, 3, 1), other=True, kind=["weights"]
    )
    assert slider(experiment)._fixed["name"] == "温度"
    assert widgets(experiment, ipywidgets.Checkbox)[0].description == "other"
    assert widgets(experiment, ipywidgets.Dropdown)[0].options == (("注意力权重", "weights"),)


def test_every_control_has_a_name():
    experiment = live(echo, x=(0, 2, 1), colour=["a"], loud=True)
    inputs = (ipywidgets.Dropdown, ipywidgets.Checkbox)
    assert slider(experiment)._fixed["name"] == "x"
    assert [widget.description for widget in widgets(experiment, inputs)] == ["colour", "loud"]


@pytest.mark.parametrize(
    ("controls", "says"),
    [
        ({"x": (1, 2)}, r"x needs to be three numbers \(min, max, step\), a list.*but is \(1, 2\)"),
        ({"x": (1, 2, "a")}, "three numbers"),
        ({"x": []}, "a list of choices"),
        ({"x": "abc"}, "but is 'abc'"),
        ({"x": True, "y": True}, "do not fit: got an unexpected keyword argument 'y'"),
        ({}, r"the controls \(none\) do not fit: missing a required argument: 'x'"),
    ],
)
def test_controls_of_the_wrong_kind(controls, says):
    with pytest.raises(TypeError, match=says):
        live(lambda x: "<p>", **controls)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ((2, 1, 1), "min < max"),
        ((0, 1, 0), "0 < step"),
        ((0, 1, 2), "0 < step ≤ max − min"),
        ((0, 3, 1), "default 4, which is no number from 0 to 3"),
        ([1, 2], "default 4, which is not among"),
    ],
)
def test_controls_that_cannot_be(spec, says):
    with pytest.raises(ValueError, match=says):
        live(lambda x=4: "<p>", x=spec)


# What draw returns


def test_a_picture_brings_its_words_and_they_change_with_it():
    experiment = live(lambda hot=False: heatmap([[0, 1]] if hot else [[1, 0]], cols=["a", "b"]), hot=False)
    assert 'alt="attention weights, 1 × 2. row 0 looks most at “a” 1.00."' in shown(experiment)
    before = shown(experiment)
    widgets(experiment, ipywidgets.Checkbox)[0].value = True
    assert 'alt="attention weights, 1 × 2. row 0 looks most at “b” 1.00."' in shown(experiment)
    assert before.split("src=")[1] != shown(experiment).split("src=")[1]


def test_a_figure_or_html_will_do():
    def draw(kind):
        figure = Figure()
        figure.subplots().set_title("a title <b>")
        html = type("HTML", (), {"_repr_html_": lambda self: "<p>html</p>"})()
        return {"figure": figure, "html": html, "text": "<p>text &amp;\n more</p>"}[kind]

    experiment = live(draw, kind=["figure", "html", "text"])
    assert 'alt="a title &lt;b&gt;"' in shown(experiment)
    assert experiment._repr_mimebundle_()[0]["text/plain"] == "a title <b>"
    (dropdown,) = widgets(experiment, ipywidgets.Dropdown)
    dropdown.value = "html"
    assert shown(experiment) == "<p>html</p>"
    dropdown.value = "text"
    assert experiment._repr_mimebundle_()[0]["text/plain"] == repr(experiment) == "text & more"


def test_figures_of_pyplot_do_not_pile_up():
    from matplotlib import pyplot

    pyplot.switch_backend("agg")

    def draw(x=1):
        figure, ax = pyplot.subplots()
        ax.plot([x])
        return figure

    experiment = live(draw, x=(0, 3, 1))
    slider(experiment).value = 2
    assert pyplot.get_fignums() == []


@pytest.mark.parametrize("nothing", [None, 3, ""])
def test_what_draw_must_return(nothing):
    with pytest.raises(TypeError, match="draw needs to return a Picture, a Figure or HTML, but returned"):
        live(lambda: nothing)


# Errors


def test_an_error_in_the_first_draw_reaches_the_caller():
    with pytest.raises(ZeroDivisionError):
        live(lambda x=0: 1 / x, x=(0, 1, 1))


def test_a_later_error_is_said_in_words_and_the_last_good_picture_stays():
    def draw(x=1):
        if x == 2:
            raise ValueError("no <b>two</b>")
        return f"<p>{x}</p>"

    experiment = live(draw, x=(0, 3, 1))
    assert message(experiment) == ""
    slider(experiment).value = 2
    assert 'role="alert"' in message(experiment)
    assert (
        "This cannot be drawn (ValueError: no &lt;b&gt;two&lt;/b&gt;). "
        "The picture still shows the last values that could." in message(experiment)
    )
    assert shown(experiment) == "<p>1</p>"
    assert experiment._repr_mimebundle_()[0]["text/html"] == "<p>1</p>"
    slider(experiment).value = 3
    assert message(experiment) == ""
    assert shown(experiment) == "<p>3</p>"


def test_an_error_is_told_in_the_language_in_force():
    use_language("zh")
    experiment = live(lambda x=1: "<p>" if x == 1 else None, x=(0, 3, 1))
    slider(experiment).value = 2
    assert "这组数值画不出来（TypeError: live: draw needs to return" in message(experiment)


# Time


class Clock(selectors.DefaultSelector):
    """What an event loop waits with: here it does not wait, but is at once as much later."""

    now = 0.0

    def select(self, timeout=None):
        self.now += timeout or 0
        return super().select(0)


def run(session, clock):
    loop = asyncio.SelectorEventLoop(clock)
    loop.time = lambda: clock.now
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(session)


def test_of_many_moves_made_during_a_slow_draw_only_the_newest_is_drawn():
    drawn, clock = [], Clock()

    def slow(x=0):
        drawn.append((x, round(clock.now, 2)))
        clock.now += 2 * (x > 0)
        return f"<p>{x}</p>"

    async def session():
        experiment = live(slow, x=(0, 100, 1))
        slider(experiment).value = 1
        for x in range(2, 60):  # they come, and wait as messages do, while the draw of 1 is busy
            asyncio.get_running_loop().call_at(0.1 + x / 100, setattr, slider(experiment), "value", x)
        await asyncio.sleep(9)
        return experiment

    experiment = run(session(), clock)
    assert drawn == [(0, 0.0), (1, 0.03), (59, 2.06)]
    assert shown(experiment) == "<p>59</p>"


def test_who_drags_without_a_pause_sees_frames_too():
    drawn, clock = [], Clock()

    async def session():
        experiment = live(lambda x=0: drawn.append((x, round(clock.now, 2))) or "<p>", x=(0, 100, 1))
        for x in range(1, 41):
            slider(experiment).value = x
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)

    run(session(), clock)
    moments = [moment for _, moment in drawn]
    assert drawn[-1] == (40, 0.42)
    assert max(np.diff(moments)) <= 0.13
    assert 4 <= len(drawn) <= 6


def test_a_failing_draw_in_the_loop_is_said_too():
    def draw(x=0):
        if x:
            raise RuntimeError("late")
        return "<p>good</p>"

    async def session():
        experiment = live(draw, x=(0, 1, 1))
        slider(experiment).value = 1
        await asyncio.sleep(0.1)
        return experiment

    experiment = asyncio.run(session())
    assert "RuntimeError: late" in message(experiment)
    assert shown(experiment) == "<p>good</p>"


# What is shown, and stored


def test_there_is_no_output_widget():
    experiment = live(lambda x=1, loud=True: heatmap(np.eye(2)), x=(0, 3, 1), loud=True)
    assert widgets(experiment, ipywidgets.Output) == []
    assert len(widgets(experiment, ipywidgets.Widget)) == 5  # a box, slider, checkbox, two HTML


def test_who_has_no_kernel_sees_the_picture():
    experiment = live(lambda x=1: heatmap(np.eye(2) if x else np.ones((2, 2)) / 2), x=(0, 3, 1))
    first = heatmap(np.eye(2))
    data, metadata = experiment._repr_mimebundle_()
    assert list(data)[0] == VIEW
    assert data[VIEW]["model_id"] == experiment.widget.model_id
    assert data["image/png"] == first.png
    assert data["text/html"] == first.html
    assert data["text/plain"] == first.alt
    assert metadata == {"image/png": dict(zip(("width", "height"), first.size, strict=True))}
    slider(experiment).value = 0
    assert experiment._repr_mimebundle_()[0]["text/plain"] != first.alt
