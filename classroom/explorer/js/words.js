// The words first: who looks at whom, by lines as thick as the weights. Among many words lines would be a knot:
// then it is the text itself, in which a word is the stronger coloured the more it is looked at.
import { colorOf, ink, number } from "./theme.js";
import { ARROWS, make, setText } from "../../web/js/dom.js";

/** @import { Matrix } from "./attention.js" */
/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

const MOST_JOINED = 8; // words, on either side
const THICKEST = 9; // pixels, of a weight of 1

/** @param {...number} sizes */
export const isJoined = (...sizes) => Math.max(...sizes) <= MOST_JOINED;

/**
 * @typedef {object} Words
 * @property {HTMLElement} element
 * @property {Explorer["text"]} text
 * @property {HTMLButtonElement[]} rows the words that look
 * @property {HTMLButtonElement[]} keys those that are looked at: in a text that looks at itself, the same
 * @property {Lines | null} lines
 * @property {HTMLElement[]} shares the weights of the row in focus, where there are lines
 * @property {string[]} colors of the keys, where there are none
 * @property {any} named the sentence whose words they show
 */

// Null where no weights are shown.
/** @param {Explorer} app @returns {Words | null} */
export function makeWords(app) {
  if (!app.fixed.steps.includes("weights")) return null;
  const [n, m] = [app.view.rows.length, app.view.keys.length];
  const joined = isJoined(n, m);
  const rows = list(n, (i) => app.focusOn(app.choices.focus === i ? null : i));
  const isItself = !joined && !app.state.context && n === m;
  const keys = isItself ? rows : list(m, (j) => app.select("weights", app.view.row, j));
  const lines = joined ? makeLines(n, m) : null;
  const shares = joined ? keys.map(() => make("span", { class: "ax-share" })) : [];
  const body = lines
    ? [
      make("div", { class: "ax-words-of-rows" }, ...rows),
      lines.svg,
      make("div", { class: "ax-words-of-keys" }, ...keys.map((one, j) => make("span", {}, one, shares[j]))),
    ]
    : [rows, ...(isItself ? [] : [keys])].map((all) => make("p", {}, ...all));
  const { text } = app;
  const title = text("who_looks");
  const group = { class: lines ? "ax-joined" : "ax-running", role: "group", "aria-label": title };
  const heads = lines ? [text("who"), text("whom")] : [title]; // above each of the columns
  const caption = make("figcaption", {}, ...heads.map((one) => make("strong", {}, one)));
  const element = make("figure", { class: "ax-matrix ax-block-words" }, caption, make("div", group, ...body));
  return { element, text, rows, keys, lines, shares, colors: [], named: null };
}

// limit: the weight that has the strongest colour, in their map too.
/** @param {Words} words @param {View} view @param {number} limit */
export function updateWords(words, view, limit) {
  const { rows, keys, lines, shares } = words;
  const { focus } = view;
  const weights = view.isUnknown("weights") ? null : view.head.weights;
  const row = weights?.[view.row];
  name(words, view);
  rows.forEach((word, i) => press(word, i === focus));
  if (lines) {
    updateLines(lines, weights, focus);
    return shares.forEach((share, j) => setText(share, row && focus !== null ? number(row[j]) : ""));
  }
  keys.forEach((word, j) => {
    const light = row && fill(row[j] / limit, false);
    if (words.colors[j] === String(light)) return;
    words.colors[j] = String(light);
    const dark = row && fill(row[j] / limit, true);
    word.style.background = light ? `light-dark(rgb(${light}), rgb(${dark}))` : "";
    word.style.color = light && dark ? `light-dark(${ink(light)}, ${ink(dark)})` : "";
  });
}

const fill = (share, isDark) => colorOf(share, "weights", 1, isDark);

function press(word, isPressed) {
  if ((word.ariaPressed === "true") !== isPressed) word.setAttribute("aria-pressed", String(isPressed));
}

/** @param {Words} words @param {View} view */
function name(words, { sentence, rows, keys }) {
  if (words.named === sentence) return;
  words.named = sentence;
  const write = (all, names, says) =>
    all.forEach((word, k) => {
      setText(word, names[k]);
      word.title = words.text(says, { name: names[k] });
      word.setAttribute("aria-label", word.title);
    });
  write(words.keys, keys, "is_looked_at");
  write(words.rows, rows, "is_looking");
}

/** @typedef {{ svg: SVGElement, lines: SVGLineElement[][] }} Lines */

// Lines between two columns of words, each row as high as every other.
/** @param {number} n @param {number} m @returns {Lines} */
export function makeLines(n, m) {
  const height = Math.max(n, m);
  const lines = Array.from(
    { length: n },
    (_, i) =>
      Array.from({ length: m }, (_, j) =>
        make("svg:line", {
          x1: 0,
          y1: i + 0.5,
          x2: 100,
          y2: j + 0.5,
          "vector-effect": "non-scaling-stroke",
        })),
  );
  const svg = make(
    "svg:svg",
    { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", class: "ax-lines", "aria-hidden": true },
    ...lines.flat(),
  );
  svg.style.setProperty("--words", height);
  return { svg, lines };
}

// Draw the lines between words as thick as the weights; lines of the row in focus stand out. Without weights: no lines.
/** @param {Lines} lines @param {Matrix | null} weights @param {number | null} focus */
export function updateLines({ lines }, weights, focus, times = 1) {
  lines.forEach((row, i) =>
    row.forEach((line, j) => {
      write(line, "stroke-width", (weights ? times * THICKEST * weights[i][j] : 0).toFixed(2));
      write(line, "class", focus === null ? "" : focus === i ? "ax-near" : "ax-far");
    })
  );
}

// The same once more would have the browser look at it anew.
const write = (line, name, value) => line.getAttribute(name) === value || line.setAttribute(name, value);

// Buttons of which Tab reaches one, and the arrow keys the others.
function list(count, action) {
  const all = Array.from(
    { length: count },
    (_, k) =>
      make(
        "button",
        {
          type: "button",
          class: "ax-word",
          tabindex: k ? -1 : 0,
          "aria-pressed": "false",
          onclick: () => action(k),
        },
        "",
      ),
  );
  all.forEach((one, k) =>
    one.addEventListener("keydown", (event) => {
      const arrow = ARROWS[event.key];
      const next = arrow && all[k + arrow[0] + arrow[1]];
      if (!next || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      one.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    })
  );
  return all;
}
