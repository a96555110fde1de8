"""The explorer and a program that both write: the last one wins, and no number of the reader goes unsaid."""

import pytest
from playwright.sync_api import expect

from classroom.explorer import Explorer
from tests.classroom.explorer.variants import cell, open_explorer

# `python` is the other side: it keeps what it is sent until it answers, and set() is what a program does.
PYTHON = """
    const traits = traitsOf(state);
    const heard = new EventTarget();
    const tell = (name) => heard.dispatchEvent(new Event(`change:${name}`));
    const put = (name, value) => { traits[name] = value; tell(name); };
    const withEntry = ({ shape, data }, x) => {
      const copy = data.buffer.slice(0);
      new DataView(copy).setFloat64(0, x, true);
      return { shape, data: new DataView(copy) };
    };
    window.python = {
      sent: [],
      set: (name, x) => put(name, traits[name].shape ? withEntry(traits[name], x) : x),
      acknowledge: (edit) => put("_followed", edit),
      type(x) { // at once, so that what follows comes before it has been sent
        const input = document.querySelector(".ax-block-W_Q input");
        input.value = x;
        input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      },
    };
    const model = {
      get: (name) => traits[name],
      set: put,
      save_changes: () => python.sent.push({ ...traits }),
      on: (event, listener) => heard.addEventListener(event, listener),
      off: (event, listener) => heard.removeEventListener(event, listener),
    };
    for (let k = 0; k < 2; k++) ax.render({ model, el: el.appendChild(document.createElement("div")) });"""


@pytest.fixture(params=["en"])
def python(page, tmp_path, scripted, request):
    """python(code) runs it where two views of one explorer are, and returns when the screens are painted."""
    open_explorer(page, tmp_path, lambda: Explorer("first_look"), request.param)
    page.goto(scripted(tmp_path / "explorer.html", PYTHON))
    return lambda code: page.evaluate(
        f"(async () => {{ {code}; await new Promise(requestAnimationFrame); }})()"
    )


def first(page, view=0):
    return page.locator(".ax").nth(view).locator(".ax-block-W_Q [data-at='0,0']")


def wait_until_sent(page, count, x=None):
    page.wait_for_function("(count) => python.sent.length === count", arg=count, polling=20)
    if x is not None:
        assert page.evaluate("new Float64Array(python.sent.at(-1).W_Q.data.buffer)[0]") == x


def status(page, view=0):
    return page.locator(".ax-status").nth(view)


SAID = {
    "en": "The program has set W_Q: what you had changed there is gone",
    "zh": "程序改了 W_Q，你在那里改的数被换掉了",
}


@pytest.mark.parametrize("python", ["en", "zh"], indirect=True)
def test_what_the_program_replaces_is_said_and_undo_brings_it_back(page, python, request):
    python("python.type('7')")  # in one go: a pause after the focus would be sent by itself
    wait_until_sent(page, 1, 7)
    python("python.acknowledge(1)")
    python("python.set('W_Q', 3)")
    code = request.node.callspec.params["python"]
    for view in (0, 1):
        expect(first(page, view)).to_have_value("3")
        expect(status(page, view)).to_contain_text(SAID[code])
    page.locator(".ax-controls button").first.click()
    for view in (0, 1):
        expect(first(page, view)).to_have_value("7")
    wait_until_sent(page, 2, 7)


def test_what_the_reader_has_not_changed_is_set_without_a_word(page, python):
    python("python.type('7')")  # in one go: a pause after the focus would be sent by itself
    wait_until_sent(page, 1)
    python("python.acknowledge(1)")
    python("python.set('temperature', 2)")
    expect(page.locator(".ax-temperature .ax-number").first).to_have_value("2")
    expect(status(page)).not_to_contain_text("The program has set")
    python("python.set('W_Q', 3)")
    expect(status(page)).to_contain_text(SAID["en"])
    python("python.set('W_Q', 4)")  # whose 3 it was
    expect(status(page)).not_to_contain_text("The program has set")


def test_an_echo_of_an_older_edit_undoes_no_newer_one(page, python):
    python("python.type('7')")  # in one go: a pause after the focus would be sent by itself
    wait_until_sent(page, 1, 7)
    # Python's word on the first edit, before the second has been sent.
    python("python.type('75'); python.set('W_Q', 7); await 0; python.acknowledge(1)")
    expect(first(page)).to_have_value("75")
    wait_until_sent(page, 2, 75)
    python("python.set('W_Q', 7)")  # and now certainly after it
    expect(first(page)).to_have_value("75")
    python("python.acknowledge(2)")
    expect(first(page)).to_have_value("75")
    expect(page.locator(".ax-kernel").first).to_have_text("Python follows ✓")


def test_a_number_that_is_typed_while_the_program_writes_reaches_python_even_if_it_is_undone(page, python):
    python("python.type('7'); python.set('W_Q', 3); document.querySelector('.ax-controls button').click()")
    expect(first(page)).to_have_value("2")
    wait_until_sent(page, 1, 2)


def test_another_number_is_taken_over_while_one_is_typed(page, python):
    python("python.type('7'); python.set('X', 5)")
    expect(cell(page, "X", 0, 0).first).to_have_value("5")
    expect(first(page)).to_have_value("7")
    wait_until_sent(page, 1, 7)


def test_what_the_program_answers_to_an_edit_is_taken_over_as_soon_as_it_is_acknowledged(page, python):
    python("python.type('7')")  # in one go: a pause after the focus would be sent by itself
    wait_until_sent(page, 1, 7)
    python("python.acknowledge(1); python.set('W_Q', 5)")
    expect(first(page)).to_have_value("5")
    expect(status(page)).to_contain_text(SAID["en"])


def test_what_the_reader_changes_in_another_view_is_no_program(page, python):
    python("python.type('7')")  # in one go: a pause after the focus would be sent by itself
    wait_until_sent(page, 1, 7)
    python("python.acknowledge(1)")
    first(page, 1).fill("8")
    expect(first(page)).to_have_value("8")
    wait_until_sent(page, 2, 8)
    expect(status(page)).not_to_contain_text("The program has set")
