// The microscope on a page without Python: the scores of all heads are stored there, and each map and the explorer of
// the open one are computed from them.
import { softmax } from "../../explorer/js/attention.js";
import { openExplorer } from "../../explorer/js/explorer.js";
import { make, tellApart, textsOf } from "../../web/js/dom.js";
import { modelOf } from "../../web/js/saved_page.js";
import { nameOf, render } from "./microscope.js";

/**
 * @typedef {[number, number]} At a block and a head
 * @typedef {object} Saved
 * @property {any} _fixed the constants of an explorer of any head, and of the maps: colors, width, own texts
 * @property {{ shape: number[], data: string, low: number, step: number }} scores of all heads, in whole steps
 * @property {At | null} [at]
 */

/** @param {Saved} saved @param {HTMLElement} el */
export function renderPage({ _fixed: fixed, scores: stored, at }, el) {
  const scores = scoresOf(stored);
  const { own: texts, language, end, colors } = fixed;
  const bytes = scores.flat().flatMap((S) => softmax(S).flat().map((weight) => 255 * weight / end));
  const view = (/** @type {ArrayLike<number>} */ values) =>
    new DataView(Uint8Array.from(values, Math.round).buffer);
  const maps = { shape: stored.shape, weights: view(bytes), colors: view(colors), language, texts };
  const model = modelOf({ _fixed: maps, at });
  render({ model, el });
  const text = textsOf(texts);
  const name = make("p");
  const panel = make("div", { class: "am-opened", lang: language === "zh" ? "zh-CN" : "en" }, name);
  el.append(panel); // beside the maps, if there is room
  /** @type {ReturnType<typeof openExplorer> | null} */
  let app = null;
  const open = () => {
    const [block, head] = model.get("at") ?? [0, 0];
    const last = app;
    app = openExplorer({ _fixed: fixedOf(fixed, scores[block][head]), state: {} }, panel);
    name.replaceChildren(make("strong", {}, text("name", { block, head })), ` ${text("hint")}`);
    tellApart(app.screen.element, nameOf([block, head]));
    last?.close();
    last?.screen.element.remove();
  };
  model.on("change:at", open);
  open();
  return { readTheme: () => app?.readTheme() };
}

// The scores of each head of each block, each a matrix.
/** @param {Saved["scores"]} stored @returns {number[][][][]} */
function scoresOf({ shape: [blocks, heads, n], data, low, step }) {
  const whole = new DataView(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)).buffer);
  let at = 0;
  const next = () => low + step * whole.getUint16(2 * at++, true);
  const times = (/** @type {number} */ count, /** @type {() => any} */ of) =>
    Array.from({ length: count }, of);
  return times(blocks, () => times(heads, () => times(n, () => times(n, next))));
}

// An explorer of these scores. It computes them from Q and K: K says which column a score stands in, and Q is as wide as
// the model's, so that √d_k is the number that the reader knows.
/** @param {any} fixed @param {number[][]} scores */
function fixedOf(fixed, scores) {
  const width = Math.max(fixed.d_k, scores.length);
  const K = scores.map((_, i) => Array.from({ length: width }, (_, k) => Number(i === k)));
  const Q = scores.map((row) => K[0].map((_, k) => (row[k] ?? 0) * Math.sqrt(width)));
  const numbers = { Q, K, V: scores.map(() => [0]) };
  return { ...fixed, start: numbers, sentences: [{ ...fixed.sentences[0], numbers }] };
}
