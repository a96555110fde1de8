// What has just changed lights up once, step after step.
import { facts } from "./facts.js";
import { isStill } from "./flight.js";
import { later } from "./later.js";
import { make } from "../shared/dom.js";

const TIME = 400; // milliseconds
const APART = 110; // from one step to the next; all is still again in about a second, or motion would slow the next edit

// The tables that will light up, each with what has changed in it: once, however much changes until then.
const waiting = new Map();

// changed: entries [i, j] of a table; row: the only one that is left, or null.
export function glow(table, changed, row) {
  if (changed.length === 0 || table.n * table.m > facts.most_lively || isStill()) return;
  if (waiting.size === 0) later(lightAll);
  waiting.set(table, { changed, row });
}

function lightAll() {
  const lit = [...waiting];
  waiting.clear();
  lit.forEach(([table, what]) => light(table, what));
}

// In one layer over all cells, or over those of one row, and not in each cell.
function light(table, { changed, row }) {
  const { cells, m, spec } = table;
  const layer = table.light ??= make("i", { class: "ax-glow" });
  const [first, n] = row === null ? [0, table.n] : [row, 1];
  const far = (k, size) => `${(100 * k) / (size - 1 || 1)}%`;
  const spots = changed.map(([i, j]) =>
    `linear-gradient(currentColor 0 0) ${far(j, m)} ${far(i - first, n)} / ${100 / m}% ${100 / n}% no-repeat`
  );
  layer.style.cssText = `--rows: ${n}; --cols: ${m}; background: ${spots}`;
  const { td } = cells[first][0];
  if (layer.parentNode !== td) {
    td.style.position = "relative";
    td.append(layer);
  }
  table.glowing?.cancel();
  table.glowing = layer.animate([{ opacity: 0.75 }, { opacity: 0 }], {
    duration: TIME,
    delay: spec.stage * APART,
    easing: "ease-out",
  });
}
