// A reader who does anything at all: what is drawn at random is done to the page's own elements, by their
// events. test_explorer_fuzz.py puts this into a saved page whose explorer is `app`, with LINES to be loaded.

// The same numbers from 0 to 1 for the same seed (mulberry32), and what is drawn with them.
let seed;
const random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];
const TEXTS = [
  ..."0 1 2 -1.25 −3 １．５ .5 7. 1e-5 12.345 -0 40 1e8 1e999 NaN 1,5 - abc --1 0x10 <b> ∞".split(" "),
  ...["", " ", "1 2", "1e307", "-1e307"], // larger ones have sums that are finite or not by their order
];
const all = (query) => [...document.querySelectorAll(query)].filter((element) => element.checkVisibility());
const say = (target, Kind, type, more = {}) =>
  target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, ...more }));
const press = (key, more) => say(document.activeElement, KeyboardEvent, "keydown", { key, ...more });
Element.prototype.setPointerCapture = () => {}; // which only a pointer that is really there may ask for

function type(input, text) {
  if (!input) return; // large type folds what one rarely needs
  input.focus();
  input.value = text;
  say(input, InputEvent, "input");
}

function paste(input, text) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  input.focus();
  say(input, ClipboardEvent, "paste", { clipboardData });
}

const GOOD = TEXTS.slice(0, 11);
const times = (n, f) => Array.from({ length: n }, f);
const block = (n, m, end) => times(n, () => times(m, () => one(GOOD)).join(end)).join("\n");

function drag(input) {
  say(input, PointerEvent, "pointerdown", { clientX: 0, button: 0 });
  for (let k = below(4); k >= 0; k--) say(window, PointerEvent, "pointermove", { clientX: below(200) - 100 });
  say(window, PointerEvent, one(["pointerup", "pointercancel"]));
}

function choose(select) {
  if (!select) return;
  select.selectedIndex = below(select.options.length);
  say(select, Event, "change");
}

function reseed(input) {
  input.value = one(TEXTS);
  say(input, Event, "change");
}

const kept = [];
function load() {
  const [text] = all(".ax-copy textarea");
  if (!text) return press("Escape");
  if (random() < 0.3) kept.push(text.value);
  text.value = one([...LINES, ...kept.slice(-3), ax.textOf(app)]);
  all(".ax-copy button")[1].click();
}

const ARROWS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const KEYS = [...ARROWS, "Enter", "Escape", "Home", "End", " ", "Tab", "d"];
const cell = () => one(all(".ax-matrix input"));
const ACTIONS = [
  [30, () => type(cell(), one(TEXTS))],
  [12, () => press(one(KEYS), { shiftKey: random() < 0.2, ctrlKey: random() < 0.1 })],
  [4, () => cell().focus()],
  [4, () => document.activeElement?.blur()],
  [6, () => paste(cell(), block(1 + below(4), 1 + below(4), one(["\t", " ", ", "])))],
  [2, () => paste(cell(), one(["", "x\ty", "1\t2\n3", "1\t\t3", "1e999", "[[1, 2], [3"]))],
  [6, () => drag(cell())],
  [5, () => one(all(".ax-matrix td[data-at]")).click()],
  [6, () => choose(one(all(".ax-controls select")))],
  [5, () => one(all(".ax-segments input"))?.click()],
  [2, () => one(all(".ax-head input"))?.click()],
  [4, () => type(one(all(".ax-temperature input[type=text]")), one(TEXTS))],
  [2, () => type(one(all(".ax-temperature input[type=range]")), one(["-1.3", "0", "0.4", "1.3"]))],
  [3, () => all("input[inputmode=numeric]").forEach(reseed)],
  [9, () => one(all(".ax-controls button")).click()], // undo, redo, reset, copy state, large type
  [6, () => press("z", { ctrlKey: true, shiftKey: random() < 0.4 })],
  [3, () => load()],
].flatMap(([often, action]) => Array(often).fill(action));

// All that Python needs to say whether the page is right.
window.look = () => {
  document.activeElement.blur();
  const text = ({ input, td }) => (input ? input.value : td.textContent);
  const blocks = Object.entries(app.screen.layout.blocks);
  const shown = Object.fromEntries(
    blocks.map(([name, { body }]) => [name, body.cells.map((row) => row.map(text))]),
  );
  const { state, view, history } = app;
  return {
    state,
    head: view.k,
    line: ax.textOf(app),
    shown,
    steps: view.head,
    past: history.past.length,
  };
};

window.fuzz = (first, count) => {
  seed = first;
  for (let k = 0; k < count; k++) one(ACTIONS)();
  return look();
};

// Click until there is nothing more to undo, or to redo.
window.go = (name) => {
  const [undo, redo] = all(".ax-controls button");
  const [button, steps] = name === "undo" ? [undo, app.history.past] : [redo, app.history.future];
  for (let k = steps.length; k > 0; k--) button.click();
  return look();
};
