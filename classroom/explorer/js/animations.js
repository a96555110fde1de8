// Animations: numbers that have just changed light up once, step after step, and numbers fly to where they are used.
// A reader who prefers no motion sees none.
import { config } from "./config.js";
import { afterPaint } from "./after_paint.js";
import { make } from "../../web/js/dom.js";

const LIGHT = 400; // milliseconds
const FLIGHT = 450;
const APART = 110; // from one step to the next; all is still again in about a second, or motion would slow the next edit

// The tables that will light up, each with what has changed in it: once, however much changes until then.
const waiting = new Map();

// changed: entries [i, j] of a table; row: the only one that is left, or null.
export function glow(table, changed, row) {
  if (changed.length === 0 || table.n * table.m > config.most_lively || isStill()) return;
  if (waiting.size === 0) afterPaint(lightAll);
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
    duration: LIGHT,
    delay: spec.stage * APART,
    easing: "ease-out",
  });
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Ways of numbers: from where, to where, and the number as the line writes it.
/** @param {HTMLElement} frame @param {[Element | null, Element | null, string][]} ways */
export function fly(frame, ways) {
  if (isStill()) return;
  for (const [start, end, text] of ways) if (start && end) launch(frame, start, end, text);
}

function launch(frame, start, end, text) {
  const [home, a, b] = [frame, start, end].map((one) => one.getBoundingClientRect());
  const flyer = document.createElement("span");
  flyer.className = "ax-flyer";
  flyer.setAttribute("aria-hidden", "true");
  flyer.textContent = text;
  flyer.style.left = `${a.left - home.left + frame.scrollLeft}px`;
  flyer.style.top = `${a.top - home.top + frame.scrollTop}px`;
  frame.append(flyer);
  const way = `translate(${b.left - a.left}px, ${b.top - a.top}px)`;
  const flight = flyer.animate([{ transform: "none" }, { transform: way }], {
    duration: FLIGHT,
    easing: "ease-in-out",
  });
  flight.onfinish = flight.oncancel = () => flyer.remove();
}
