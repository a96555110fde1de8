// All that is seen of a desk.
import { make, setText } from "../../web/js/dom.js";
import { makeBars, written } from "./bars.js";
import { makeDials, makeHeads } from "./controls.js";

/**
 * @import { Shares } from "./choosing.js"
 * @import { Step } from "./steps.js"
 *
 * @typedef {object} Does what the reader can do
 * @property {(prompt: string) => void} read
 * @property {(k: number) => void} take the token of a bar
 * @property {() => void} toggle begin to write, or stop
 * @property {() => void} writeOne
 * @property {() => void} undo
 * @property {() => void} restart
 * @property {(name: string, value: any) => void} set
 *
 * @typedef {object} Now what is shown
 * @property {(name: string) => any} get the traits
 * @property {boolean} live whether Python answers
 * @property {boolean} writing
 * @property {string[] | null} pieces of the prompt and what was taken; null before the prompt was read
 * @property {Step | undefined} step
 * @property {Shares | null} shares
 * @property {boolean[]} goesOn whether a stored text goes on with each token of the step
 * @property {string[]} names of the tokens of the step
 * @property {number[] | undefined} row of attention
 * @property {[number, number][]} heads
 * @property {string} cost
 * @property {string} said
 */

/**
 * @param {{ stored: { prompt: string }[], language: string }} fixed
 * @param {(key: string, values?: Record<string, any>) => string} text
 * @param {Does} does
 */
export function makeView({ stored, language }, text, does) {
  const button = (key, onclick) => make("button", { type: "button", onclick }, text(key));
  const box = make("textarea", { rows: 2, "aria-label": text("prompt"), spellcheck: "false" });
  const read = button("read", () => does.read(box.value));
  const choice = make(
    "select",
    { "aria-label": text("prompts"), onchange: () => does.read(stored[choice.value].prompt) },
    make("option", { value: -1, hidden: true }, text("prompts")), // while the prompt is another
    ...stored.map(({ prompt }, k) => make("option", { value: k }, shown(prompt))),
  );
  const chips = make("p", { class: "aw-text", "aria-label": text("written"), role: "group" });
  const whole = make("p", { class: "aw-whole" });
  const write = button("write", does.toggle);
  const [undo, restart] = [button("undo", does.undo), button("restart", does.restart)];
  const status = make("p", { class: "aw-said", role: "status" });
  const bars = makeBars(text, does.take);
  const dials = makeDials(text, does.set);
  const heads = makeHeads(text, (at) => does.set("at", at));
  const seed = make("input", {
    type: "number",
    class: "ax-number",
    min: 0,
    step: 1,
    "aria-label": text("seed"),
    onchange: () => does.set("seed", Math.max(0, Math.trunc(seed.valueAsNumber || 0))),
  });
  const other = button("other_seed", () => does.set("seed", Math.trunc(seed.valueAsNumber || 0) + 1));
  const cost = make("p", { class: "aw-cost" });
  const element = make(
    "section",
    { class: "ax aw", lang: language === "zh" ? "zh-CN" : "en", "aria-label": text("title") },
    make("div", { class: "aw-prompt" }, box, read, choice),
    chips,
    whole,
    make("div", { class: "aw-fields" }, write, button("one", does.writeOne), undo, restart),
    status,
    make(
      "div",
      { class: "aw-columns" },
      bars.element,
      make(
        "div",
        { class: "aw-side" },
        dials.element,
        make("div", { class: "aw-fields" }, make("label", {}, make("span", {}, text("seed")), seed), other),
        heads.element,
        cost,
      ),
    ),
  );
  let prompt = null; // that stands in the box, unless the reader types another
  return { element, update };

  /** @param {Now} now */
  function update({ get, live, writing, pieces, step, shares, goesOn, names, row, ...more }) {
    if (prompt !== get("prompt")) box.value = prompt = get("prompt");
    box.hidden = read.hidden = !live;
    choice.hidden = stored.length < (live ? 1 : 2);
    choice.value = stored.findIndex((one) => one.prompt === prompt);
    seed.value = get("seed");
    dials.update(get);
    heads.update(get("at"), more.heads);
    setText(write, text(writing ? "stop" : "write"));
    write.setAttribute("aria-pressed", `${writing}`);
    for (const one of [undo, restart]) one.setAttribute("aria-disabled", `${get("taken").length === 0}`);
    showPieces(pieces ?? [], get("taken").length, row);
    setText(whole, step?.text ?? "");
    whole.hidden = !step?.text;
    if (shares) bars.update({ names, shares, goesOn });
    bars.element.setAttribute("aria-busy", `${!shares}`);
    setText(cost, more.cost);
    setText(status, more.said);
  }

  // Each token as a chip, the stronger in colour the more the head looks at it.
  function showPieces(pieces, taken, row) {
    const nodes = pieces.flatMap((piece, k) => {
      const isNew = k >= pieces.length - taken;
      const name = shown(piece.replace(/^ (?=.)/, ""));
      const chip = make("span", { class: isNew ? "aw-chip aw-new" : "aw-chip" }, name);
      const weight = row?.[k];
      if (weight !== undefined) {
        chip.style.setProperty("--weight", weight);
        chip.title = text("weight", { piece: shown(piece), weight: written(weight) });
        if (weight >= 0.05) chip.append(make("small", {}, weight.toFixed(2)));
      }
      return [/^ ./.test(piece) ? " " : "", chip, piece.includes("\n") ? make("br") : ""];
    });
    chips.replaceChildren(...nodes.filter(Boolean));
  }
}

// Show a space and a line's end, which a token may begin with or consist of.
/** @param {string} piece */
export const shown = (piece) => piece.replaceAll("\n", "⏎").replace(/^ | $/g, "␣").replaceAll("\t", "⇥");
