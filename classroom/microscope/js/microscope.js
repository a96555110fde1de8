// All attention maps of a text. Each is a button: a click tells Python, or the page, which one to open.
import { ARROWS, make, setText, textsOf } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";

/**
 * @import { Model } from "../../web/js/model.js"
 * @typedef {[number, number]} At a block and a head, counted from 0
 * @typedef {{ at: At, button: HTMLButtonElement }} Small one map
 */

// anywidget calls this to show the maps in an element of the page.
/** @param {{ model: Model, el: HTMLElement }} widget */
export function render({ model, el }) {
  const { shape: [blocks, heads], texts, language } = model.get("_fixed");
  const text = textsOf(texts);
  /** @type {Small[][]} */
  const maps = rangeOf(blocks, (block) => rangeOf(heads, (head) => makeSmall(model, block, head)));
  const said = make("p", { class: "am-said", role: "status" });
  const element = make(
    "div",
    {
      class: "ax am-maps",
      lang: language === "zh" ? "zh-CN" : language,
      role: "group",
      "aria-label": text("maps"),
    },
    make(
      "div",
      { class: "am-row am-names" },
      make("span"),
      ...rangeOf(heads, (head) => make("span", {}, `H${head}`)),
    ),
    ...maps.map((row, block) =>
      make("div", { class: "am-row" }, make("span", {}, `L${block}`), ...row.map(({ button }) => button))
    ),
    said,
  );
  const update = () => {
    const open = model.get("at") ?? [0, 0];
    for (const { at, button } of maps.flat()) {
      const isOpen = `${at}` === `${open}`;
      button.setAttribute("aria-pressed", `${isOpen}`);
      button.tabIndex = isOpen ? 0 : -1; // Tab reaches one map, arrow keys the others
    }
    setText(said, text("open", { name: nameOf(open) }));
  };
  element.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key];
    const from = maps.flat().find(({ button }) => button === event.target)?.at;
    if (!way || !from) return;
    event.preventDefault();
    maps[from[0] + way[0]]?.[from[1] + way[1]]?.button.focus();
  });
  keepKeys(element);
  const shows = showWhatOpens(element);
  el.append(element);
  model.on("change:at", update);
  update();
  return () => {
    model.off("change:at", update);
    shows.disconnect();
    element.remove(); // else JupyterLab keeps it in memory with the output's place
  };
}

// Scroll to the map that a click has opened, once it has its size, if there is no room for it beside the others.
/** @param {HTMLElement} element */
function showWhatOpens(element) {
  let isAsked = false;
  const box = () => element.closest(".widget-hbox, .alive");
  const grown = new ResizeObserver(() => {
    const opened = box()?.lastElementChild;
    if (!isAsked || !opened || opened.contains(element) || opened.clientHeight < element.clientHeight / 4) {
      return;
    }
    isAsked = false;
    opened.scrollIntoView({ block: "nearest" });
  });
  element.addEventListener("click", () => {
    isAsked = true;
    grown.disconnect();
    const all = box();
    if (all) [all, ...all.children].forEach((one) => grown.observe(one));
  });
  return grown;
}

/** @param {At} at */
export const nameOf = ([block, head]) => `L${block}H${head}`;
const rangeOf = (count, of) => Array.from({ length: count }, (_, k) => of(k));

/** @param {Model} model @param {number} block @param {number} head @returns {Small} */
function makeSmall(model, block, head) {
  /** @type {At} */
  const at = [block, head];
  const name = nameOf(at);
  const open = () => {
    model.set("at", at);
    model.save_changes();
  };
  const button = make(
    "button",
    { type: "button", "aria-label": name, title: name, onclick: open },
    drawn(model, block, head),
  );
  return { at, button };
}

// Draw a map: a pixel for each weight, in the colour of its byte.
function drawn(model, block, head) {
  const { shape: [, heads, n, m], weights, colors } = model.get("_fixed");
  const canvas = make("canvas", { width: m, height: n });
  const image = new ImageData(m, n);
  const from = (block * heads + head) * n * m;
  for (let k = 0; k < n * m; k++) {
    const color = 3 * weights.getUint8(from + k);
    image.data.set([0, 1, 2].map((c) => colors.getUint8(color + c)), 4 * k);
    image.data[4 * k + 3] = 255;
  }
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}
