// All heads at once, small: each a button that shows its head, and below it what switches it off.
import { isLarge, makeHeatmap, updateHeatmap } from "./heatmap.js";
import { isJoined, makeLines, updateLines } from "./words.js";
import { make } from "../../web/js/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

const SIDE = 72; // pixels

/** @param {Explorer} app */
export function makeHeads(app) {
  const thumbnails = Array.from({ length: app.fixed.heads }, (_, k) => {
    const label = app.text("head", { k: k + 1 });
    const picture = makePicture(app, label, k);
    const action = { type: "button", class: "ax-mini", onclick: () => app.look({ head: k }) };
    const button = make("button", action, picture.element, make("span", {}, label));
    const toggle = app.fixed.edit.includes("heads_on") && app.fixed.steps.includes("output")
      ? makeSwitch(app, k)
      : null;
    const element = make("div", { class: "ax-head" }, button, toggle?.element);
    return { picture, button, toggle, element };
  });
  const label = { class: "ax-minis", role: "group", "aria-label": app.text("heads") };
  return { thumbnails, elements: [make("div", label, ...thumbnails.map(({ element }) => element))] };
}

// Lines from word to word, as large ones stand above; among many words, the weights as a map.
/** @param {Explorer} app */
function makePicture(app, label, k) {
  const [n, m] = [app.view.rows.length, app.view.keys.length];
  if (isJoined(n, m)) {
    const lines = makeLines(n, m);
    const update = (weights) => updateLines(lines, weights, app.view.focus, 0.5);
    return { element: lines.svg, update };
  }
  const spec = {
    name: "weights",
    kind: "weights",
    label,
    side: SIDE,
    cellLabel: () => "",
    brightest: isLarge(n, m) && (() => ""),
  };
  const map = makeHeatmap(spec, n, m, { select: () => app.look({ head: k }) });
  map.frame.removeAttribute("tabindex");
  const update = (weights, hidden) =>
    updateHeatmap(map, weights ?? app.trace.heads[k].weights, {
      hidden,
      keep: app.state.keep,
      unknown: !weights,
      isDark: app.isDark,
      selected: null,
    });
  return { element: map.canvas, update };
}

/** @param {Explorer} app */
function makeSwitch(app, k) {
  const input = make("input", {
    type: "checkbox",
    "aria-label": app.text("head_is_on", { k: k + 1 }),
    onchange: () => app.switchHead(k, input.checked),
  });
  return { input, element: make("label", {}, input, app.text("head_on")) };
}

/** @param {{ thumbnails: any[] }} heads @param {View} view */
export function updateHeads({ thumbnails }, view) {
  thumbnails.forEach(({ picture, button, toggle, element }, k) => {
    picture.update(view.isUnknown("weights") ? null : view.trace.heads[k].weights, view.hidden);
    button.setAttribute("aria-pressed", view.k === k);
    const isOn = view.state.heads_on?.[k] !== false;
    element.classList.toggle("ax-off", !isOn);
    if (toggle) toggle.input.checked = isOn;
  });
}
