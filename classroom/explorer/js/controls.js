// The controls above the matrices. app.change(changes) takes what they choose.
import { causalMask } from "./attention.js";
import { config } from "./config.js";
import { parseNumber, stepped } from "../../web/js/numbers.js";
import { makeHeads, updateHeads } from "./head_thumbnails.js";
import { textOf } from "./state_text.js";
import { finish, forget, openTyping, reasonOf, takeBack, type } from "./typing.js";
import { group, make, named, setText } from "../../web/js/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

const TOP = ["sentence", "head"]; // above all others: they say what one looks at

// The controls that the lesson names are on the screen; one button opens the others, with a note on keys.
/** @param {Explorer} app */
export function makeControls(app) {
  const { text, fixed } = app;
  const parts = makeParts(app);
  const isKept = (name) => name === "copy" && !app.hasAddress; // which has its link
  const isOpen = (name) => !fixed.controls || fixed.controls.includes(name) || isKept(name);
  const elements = (names) => names.flatMap((name) => parts[name]?.elements ?? []);
  const others = Object.keys(parts).filter((name) => !TOP.includes(name));
  const panel = make(
    "div",
    { class: "ax-more", hidden: true },
    ...elements([...TOP, ...others].filter((name) => !isOpen(name))),
    make("p", { class: "ax-keys" }, make("strong", {}, text("keys")), ` ${text("keys_text")}`),
  );
  const more = make("button", { type: "button", "aria-expanded": "false" }, text("more"));
  more.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    more.setAttribute("aria-expanded", !panel.hidden);
  });
  parts.large.element.addEventListener("click", () => {
    if (!panel.contains(parts.large.element)) return;
    more.focus(); // a keyboard is where it was
    more.click(); // large type needs the room
  });
  const open = elements(TOP.filter(isOpen));
  const label = { class: "ax-controls", role: "group", "aria-label": text("controls") };
  return {
    ...parts,
    top: open.length > 0 ? make("div", { class: "ax-top" }, ...open) : null,
    element: make(
      "div",
      label,
      ...elements(others.filter(isOpen)),
      ...(app.hasAddress ? makeLink(app) : []),
      more,
    ),
    panel,
  };
}

// All controls that this explorer can have, by the names that a lesson uses, in their order.
/** @param {Explorer} app */
function makeParts(app) {
  const { text, fixed } = app;
  const may = (name) => fixed.edit.includes(name);
  const isAsked = Boolean(fixed.question) || fixed.goals.length > 0; // about the words of this sentence
  const hasMatrices = ["W_Q", "W_K", "W_V"].some((name) => app.state[name] && may(name));
  const button = (key, action, sign = text(key)) => {
    const element = make(
      "button",
      { type: "button", title: text(key), "aria-label": text(key), onclick: action },
      sign,
    );
    return { element, elements: [element] };
  };
  const [undo, redo] = [button("undo", () => app.undo(), "↶"), button("redo", () => app.redo(), "↷")];
  return {
    sentence: fixed.sentences.length > 1 && may("X") && !isAsked ? makeSentences(app) : null,
    head: fixed.heads > 1 ? makeHeads(app) : null,
    undo: { undo, redo, elements: [undo.element, redo.element] },
    reset: button("reset", () => app.reset()),
    matrices: hasMatrices ? makePresets(app) : null,
    scaling: may("scaling") ? makeScaling(app) : null,
    temperature: may("temperature") ? makeTemperature(app) : null,
    mask: may("keep") ? makeMask(app) : null,
    copy: makeCopy(app),
    large: button("large", () => app.look({ large: !app.view.large }), "A⁺"),
  };
}

/** @param {Explorer} app */
function makeSentences(app) {
  const { text, fixed } = app;
  const names = fixed.named
    ? fixed.sentences.map((one) => one.tokens.join(" "))
    : fixed.sentences.map((_, k) => text("sentence_k", { k: k + 1 }));
  const select = make("select", {}, ...names.map((name, i) => make("option", { value: i }, name)));
  select.addEventListener("change", () => app.showSentence(Number(select.value)));
  return { select, elements: [make("label", {}, make("span", {}, text("sentence")), select)] };
}

/** @param {Explorer} app */
function makeScaling(app) {
  const names = { sqrt: "÷ √d_k", none: app.text("no_scale"), d_k: "÷ d_k" };
  const options = config.scalings.map((scaling) => [scaling, names[scaling]]);
  return segments(app, app.text("scaling"), options, (scaling) => app.change({ scaling }));
}

/** @param {Explorer} app @param {any} parts @param {View} view */
export function updateControls(app, parts, view) {
  const { state } = view;
  if (parts.sentence) parts.sentence.select.value = state.sentence;
  if (parts.head) updateHeads(parts.head, view);
  parts.scaling?.set(state.scaling);
  if (parts.temperature) {
    const { box, slider } = parts.temperature;
    if (document.activeElement !== box) box.value = String(state.temperature);
    slider.value = Math.log10(state.temperature);
    slider.setAttribute("aria-valuetext", String(state.temperature));
  }
  if (parts.mask) {
    parts.mask.set(view.isPainting ? "paint" : state.keep === null ? "none" : "causal");
  }
  // Not "disabled": that would take the focus away from whoever has just undone the last step.
  const { undo, redo } = parts.undo;
  undo.element.setAttribute("aria-disabled", app.history.past.length === 0);
  redo.element.setAttribute("aria-disabled", app.history.future.length === 0);
  parts.large.element.setAttribute("aria-pressed", view.large);
  parts.copy.refresh();
}

// Radio buttons that look like one bar.
/** @param {Explorer} app */
function segments(app, label, options, action) {
  const name = `ax-${label}-${app.id}`;
  const inputs = options.map(([value]) =>
    make("input", { type: "radio", name, value, onchange: () => action(value) })
  );
  const labels = options.map(([, text], k) => make("label", {}, inputs[k], make("span", {}, ...named(text))));
  const element = group(`${name}-label`, label, make("span", { class: "ax-segments" }, ...labels));
  return {
    elements: [element],
    set: (value) => inputs.forEach((input) => (input.checked = input.value === value)),
  };
}

/** @param {Explorer} app */
function makeMask(app) {
  const { text } = app;
  const [n, m] = [app.view.rows.length, app.view.keys.length];
  const kinds = n === m ? ["none", "causal", "paint"] : ["none", "paint"];
  const names = { none: text("no_mask"), causal: text("causal"), paint: text("paint") };
  const options = kinds.map((kind) => [kind, names[kind]]);
  return segments(app, text("mask"), options, (kind) => {
    app.setPainting(kind === "paint");
    if (kind === "none") app.change({ keep: null });
    if (kind === "causal") app.change({ keep: causalMask(n) });
    if (kind === "paint") app.tell(text("how_to_paint"));
  });
}

// A slider for the power of ten, since 0.1 and 10 are equally far from 1, and a box for any number. Each step
// of the slider, an eighth more, is another number of two digits, or an arrow key would not get away from 1.
/** @param {Explorer} app */
function makeTemperature(app) {
  const { text } = app;
  const box = make("input", {
    type: "text",
    inputmode: "decimal",
    class: "ax-number",
    "aria-label": text("temperature"),
  });
  const slider = make("input", {
    type: "range",
    min: -1.3,
    max: 1.3,
    step: 0.05,
    "aria-label": text("temperature"),
  });
  slider.addEventListener("input", () => {
    const T = 10 ** Number(slider.value);
    const temperature = Number(T.toPrecision(2));
    if (app.change({ temperature }, "temperature")) box.value = String(temperature);
  });
  const typing = openTyping();
  const take = (temperature) => temperature > 0 && app.change({ temperature }, "temperature", box);
  const finished = () => {
    const wrong = finish(typing, app, box);
    if (!wrong) return;
    const reason = reasonOf({ ...wrong, x: wrong.x > 0 ? wrong.x : null }, "bad_temperature");
    app.tell(text(reason, { text: wrong.text, kept: app.state.temperature }));
  };
  box.addEventListener("input", () => type(typing, app, box, take));
  box.addEventListener("blur", () => {
    finished();
    box.removeAttribute("aria-invalid");
    box.value = String(app.state.temperature);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) finished();
    if (event.key === "Escape") {
      takeBack(typing, app);
      box.removeAttribute("aria-invalid");
      box.value = String(app.state.temperature);
    }
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const T = by && stepped(app.state.temperature, by, event.shiftKey ? 0.01 : 0.1);
    if (!by || T <= 0) return;
    event.preventDefault();
    forget(typing);
    if (app.change({ temperature: T }, "temperature")) box.value = String(T);
  });
  return {
    box,
    slider,
    elements: [
      make("label", { class: "ax-temperature" }, make("span", {}, text("temperature")), slider, box),
    ],
  };
}

// Matrices to begin with. Only those that may be edited are changed.
/** @param {Explorer} app */
function makePresets(app) {
  const { text } = app;
  const seed = make("input", {
    type: "text",
    inputmode: "numeric",
    class: "ax-number",
    value: "1",
    "aria-label": text("seed"),
    hidden: true,
  });
  const kinds = ["as_given", "identity", "same", "zero", "random"];
  const state = app.state;
  const together = state.W_Q && state.W_K && state.W_Q[0].length === state.W_K[0].length;
  const usable = kinds.filter((kind) => kind !== "same" || (together && app.fixed.edit.includes("W_K")));
  const select = make(
    "select",
    {},
    make("option", { value: "" }, text("matrices")),
    ...usable.map((kind) => make("option", { value: kind }, text(`preset_${kind}`))),
  );
  const apply = () => {
    seed.hidden = select.value !== "random";
    if (select.value) app.change(preset(app, select.value, parseNumber(seed.value) ?? 1));
  };
  select.addEventListener("change", apply);
  seed.addEventListener("change", apply);
  const forget = () => {
    select.value = "";
    seed.hidden = true;
  };
  const element = make("label", {}, make("span", { class: "ax-unseen" }, text("matrices")), select, seed);
  return { elements: [element], forget };
}

/** @param {Explorer} app */
function preset(app, kind, seed) {
  const { edit, start } = app.fixed;
  const state = app.state;
  const random = numbersFrom(seed);
  const made = {
    as_given: (name) => start[name],
    identity: (name) => state[name].map((row, i) => row.map((_, j) => (i === j ? 1 : 0))),
    zero: (name) => state[name].map((row) => row.map(() => 0)),
    random: (name) => state[name].map((row) => row.map(() => Math.floor(random() * 5) - 2)), // -2 … 2
    same: (name) => (name === "W_K" ? state.W_Q : name === "b_K" ? state.b_Q : state[name]),
  }[kind];
  const names = ["W_Q", "W_K", "W_V"].filter((name) => state[name] && edit.includes(name));
  const biases = ["b_Q", "b_K", "b_V"].filter((name) => state[name] && edit.includes(name));
  const isKept = kind === "as_given" || kind === "same";
  const bias = (name) => isKept ? made(name) : state[name].map(() => 0);
  return Object.fromEntries([
    ...names.map((name) => [name, made(name)]),
    ...biases.map((name) => [name, bias(name)]),
  ]);
}

// Numbers from 0 to 1 that are the same for the same seed: a linear congruential generator (Park and Miller).
function numbersFrom(seed) {
  let x = Math.abs(Math.trunc(seed)) % 2147483646 + 1;
  for (let k = 0; k < 3; k++) x = (x * 48271) % 2147483647;
  return () => (x = (x * 48271) % 2147483647) / 2147483647;
}

// The address that brings this page back as it is now.
/** @param {Explorer} app */
function makeLink(app) {
  const said = make("span", { role: "status", class: "ax-hint" });
  const button = make("button", { type: "button" }, app.text("copy_link"));
  button.addEventListener("click", () => {
    setText(said, "");
    const done = navigator.clipboard?.writeText(app.link?.address(true)) ??
      Promise.reject(new Error("no clipboard"));
    done.then(() => setText(said, app.text("copied")), () => setText(said, app.text("copy_address")));
  });
  button.addEventListener("blur", () => setText(said, ""));
  return [button, said];
}

// The state as one line, to keep and to load again.
/** @param {Explorer} app */
function makeCopy(app) {
  const { text } = app;
  const area = make("textarea", { rows: 3, spellcheck: "false", "aria-label": text("one_line") });
  const said = make("span", { role: "status", class: "ax-hint" });
  let given = ""; // the line that was written last
  const panel = make(
    "div",
    { class: "ax-copy", hidden: true },
    make("p", {}, text("one_line")),
    area,
    make("button", { type: "button", onclick: () => copy(area, said, text) }, text("copy")),
    make("button", {
      type: "button",
      onclick: () => setText(said, text(app.load(area.value))),
    }, text("load")),
    said,
  );
  const button = make("button", { type: "button", "aria-expanded": "false" }, text("copy_state"));
  button.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    button.setAttribute("aria-expanded", !panel.hidden);
    if (panel.hidden) return;
    area.value = given = textOf(app);
    area.focus();
    area.select();
    copy(area, said, text);
  });
  const refresh = () => { // the line stays, to be loaded again
    if (said.textContent && area.value === given && given !== textOf(app)) setText(said, "");
  };
  return { refresh, elements: [button, panel] };
}

// A page that is not served over https has no clipboard: then the text is selected, for Ctrl+C.
function copy(area, said, text) {
  area.select();
  setText(said, "");
  const tell = (key) => said.textContent || setText(said, text(key)); // a slow clipboard replaces nothing newer
  const done = navigator.clipboard?.writeText(area.value) ?? Promise.reject(new Error("no clipboard"));
  done.then(() => tell("copied"), () => tell("selected"));
}
