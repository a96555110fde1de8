// The likeliest next tokens as bars. Each is a button that takes its token.
import { ARROWS, make, setText } from "../../web/js/dom.js";

const SHOWN = 12;

/** @param {number} x @returns {string} a probability or a weight */
export const written = (x) => x > 0 && x < 0.0005 ? "<0.001" : x.toFixed(3);

// The bars stay the same elements while their tokens change, so that the keyboard's focus stays.
/**
 * @param {(key: string, values?: Record<string, any>) => string} text
 * @param {(k: number) => void} take called with the place of a chosen token
 */
export function makeBars(text, take) {
  const bars = Array.from({ length: SHOWN + 1 }, (_, k) => {
    const [name, bar, share] = ["name", "bar", "share"].map((part) => make("span", { class: `aw-${part}` }));
    const tag = k < SHOWN ? "button" : "div"; // all others are no token that one could take
    const row = make(
      tag,
      { class: "aw-row", "data-k": k, type: k < SHOWN ? "button" : null },
      name,
      bar,
      share,
    );
    if (k < SHOWN) row.addEventListener("click", () => take(k));
    return { row, name, bar, share, item: make("li", {}, row) };
  });
  const element = make(
    "ol",
    { class: "aw-bars", "aria-label": text("next") },
    ...bars.map(({ item }) => item),
  );
  element.addEventListener("keydown", (event) => {
    const way = ARROWS[event.key]?.[0];
    const from = bars.findIndex(({ row }) => row === event.target);
    if (!way || from < 0) return;
    event.preventDefault();
    bars[from + way]?.row.focus();
  });
  return { element, update };

  // names: of the tokens; goesOn: whether a stored text goes on with each
  /** @param {{ names: string[], shares: import("./choosing.js").Shares, goesOn: boolean[] }} now */
  function update({ names, shares: { before, after }, goesOn }) {
    for (const [k, { row, name, bar, share, item }] of bars.entries()) {
      item.hidden = k < SHOWN && k >= names.length;
      if (item.hidden) continue;
      const [was, is] = k < SHOWN ? [before[k], after[k]] : [sumFrom(before), sumFrom(after)];
      const isCut = is === 0;
      const piece = k < SHOWN ? names[k] : text("others");
      row.classList.toggle("aw-cut", isCut);
      setText(name, k < SHOWN && goesOn[k] ? `${piece} ›` : piece);
      row.title = k < SHOWN && goesOn[k] ? text("goes_on") : "";
      bar.style.setProperty("--share", `${100 * (isCut ? was : is)}%`);
      setText(share, isCut ? text("cut") : written(is));
      const said = text(isCut ? "share_cut" : "share", { piece, share: written(isCut ? was : is) });
      row.setAttribute("aria-label", goesOn[k] ? `${said}; ${text("goes_on")}` : said);
    }
  }
}

/** @param {number[]} shares */
const sumFrom = (shares) => shares.slice(SHOWN).reduce((a, b) => a + b, 0);
