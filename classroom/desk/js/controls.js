// The dials, and the fields beside them. Each changes one trait of the desk.
import { make, setText } from "../../web/js/dom.js";

const TOP_K = [1, 2, 3, 5, 10, null]; // null is off

/** @typedef {(key: string, values?: Record<string, any>) => string} Say */

/** @param {Say} text @param {(name: string, value: number | null) => void} set */
export function makeDials(text, set) {
  const dials = [
    dial("temperature", 0, 2, 0.1, (x) => x, (x) => x, (x) => x.toFixed(1)),
    dial("top_k", 0, TOP_K.length - 1, 1, placeOf, (k) => TOP_K[k], (k) => `${k ?? text("off")}`),
    dial("top_p", 0.05, 1, 0.05, (p) => p ?? 1, (p) => p < 1 ? p : null, (p) => p?.toFixed(2) ?? text("off")),
  ];
  const element = make(
    "div",
    { class: "aw-dials", role: "group", "aria-label": text("dials") },
    ...dials.map(({ label }) => label),
  );
  return { element, update: (get) => dials.forEach(({ update }) => update(get)) };

  // place and value lead from a value to its place on the slider, and back; say writes a value.
  function dial(name, min, max, step, place, value, say) {
    const input = make("input", { type: "range", min, max, step, "aria-label": text(name) });
    input.addEventListener("input", () => set(name, value(Number(input.value))));
    const shown = make("span", { class: "aw-value", "aria-hidden": "true" }); // the slider says it
    const label = make("label", {}, make("span", {}, text(name)), input, shown);
    const update = (get) => {
      const now = get(name);
      input.value = place(now);
      input.setAttribute("aria-valuetext", say(now));
      setText(shown, say(now));
    };
    return { label, update };
  }
}

/** @param {number | null} topK @returns {number} */
function placeOf(topK) {
  return TOP_K.findIndex((k) => k === null || (topK !== null && k >= topK));
}

// Choose a block and one of its heads among those that can be had.
/** @param {Say} text @param {(at: [number, number]) => void} choose */
export function makeHeads(text, choose) {
  const block = make("select", { "aria-label": text("block") });
  const head = make("select", { "aria-label": text("head") });
  let list = [];
  const headsOf = (b) => list.filter(([at]) => at === b).map(([, h]) => h);
  block.addEventListener("change", () => {
    const [b, h] = [block, head].map(({ value }) => Number(value));
    choose([b, headsOf(b).includes(h) ? h : headsOf(b)[0]]);
  });
  head.addEventListener("change", () => choose([Number(block.value), Number(head.value)]));
  const element = make(
    "div",
    { class: "aw-heads" },
    make("label", {}, make("span", {}, text("block")), block),
    make("label", {}, make("span", {}, text("head")), head),
  );
  return { element, update };

  /** @param {[number, number]} at @param {[number, number][]} heads */
  function update([b, h], heads) {
    list = heads;
    fill(block, [...new Set(heads.map(([at]) => at))], "L", b);
    fill(head, headsOf(b), "H", h);
  }
}

// Offer these numbers, and leave an open list alone when nothing changes.
function fill(select, numbers, letter, now) {
  if (`${[...select.options].map(({ value }) => value)}` !== `${numbers}`) {
    select.replaceChildren(...numbers.map((k) => make("option", { value: k }, `${letter}${k}`)));
  }
  select.value = now;
}
