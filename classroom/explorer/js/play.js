// Play how the chosen number is made, frame by frame: numbers fly from their cells to the line of arithmetic, and at the
// end the result flies to its own cell.
import { framesOf } from "./frames.js";
import { fly } from "./animations.js";
import { make, setText } from "../../web/js/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Chosen } from "./state.js" */
/** @import { Bar, Frame, Place } from "./frames.js" */

const LETTER = 65; // milliseconds that it takes to read one
const LEAST = 1300; // for a frame, unless there are many
const BRIEF = 600;
const MANY = 10;
const TALLEST = 46; // pixels, of a bar
const MOST_BARS = 16;

/**
 * @typedef {object} Player
 * @property {HTMLElement} element the buttons
 * @property {HTMLElement} bars
 * @property {HTMLButtonElement} toggle
 * @property {HTMLElement} count
 * @property {Frame[]} frames of the number that is played
 * @property {number} at the frame that is shown; before all of them, none
 * @property {number | undefined} timer while it goes on by itself
 * @property {any} of what the frames were made from: the trace and what was chosen
 * @property {HTMLElement[]} lit
 */

/** @param {Explorer} app @returns {Player} */
export function makePlayer(app) {
  const { text } = app;
  const button = (key, sign, action) =>
    make("button", { type: "button", title: text(key), "aria-label": text(key), onclick: action }, sign);
  const toggle = button("play", "▶", () => togglePlay(app, player));
  const buttons = [
    button("play_back", "|◀", () => go(app, player, -1)),
    toggle,
    button("play_on", "▶|", () => go(app, player, 1)),
    button("play_end", "■", () => stop(app, player)),
  ];
  const count = make("small", { class: "ax-count" });
  const element = make(
    "div",
    { class: "ax-player", role: "group", "aria-label": text("player") },
    ...buttons,
    count,
  );
  const bars = make("div", { class: "ax-bars", "aria-hidden": true });
  /** @type {Player} */
  const player = { element, bars, toggle, count, frames: [], at: -1, timer: undefined, of: [], lit: [] };
  element.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) go(app, player, by);
    else if (event.key === "Escape") stop(app, player);
    else return;
    event.preventDefault();
  });
  return player;
}

// The frame that is shown, or null. Whenever the numbers or the choice have changed, it is over.
/** @param {Explorer} app @param {Player} player @param {Chosen | null} chosen @returns {Frame | null} */
export function frameNow(app, player, chosen) {
  const of = [app.trace, chosen?.step, chosen?.row, chosen?.col, app.view.k];
  if (of.some((one, k) => one !== player.of[k])) {
    halt(player);
    Object.assign(player, { of, at: -1, frames: [] }); // made when they are asked for
    player.element.hidden = !chosen || !isMade(app, chosen);
  }
  const { frames, at } = player;
  player.element.classList.toggle("ax-played", at >= 0); // before that, to play is all that one can do
  setText(player.count, at < 0 ? "" : `${at + 1} / ${frames.length}`);
  const frame = frames[at] ?? null;
  light(app, player, frame?.from ?? []);
  drawBars(player.bars, frame?.bars ?? null);
  return frame;
}

// Returns whether a number is computed: not given, not hidden, and no weight of a row that may look nowhere.
/** @param {Explorer} app @param {Chosen} chosen */
function isMade(app, { step, row, col }) {
  const { head } = app.view;
  if (app.isNumber(step) || step === "merged" || head[step] === undefined) return false;
  if (step === "masked") return head.masked[row][col] !== -Infinity;
  if (step === "weights" && app.fixed.plain) return false; // it is said in words
  return step !== "weights" || head.masked[row].some((score) => score !== -Infinity);
}

/** @param {Explorer} app @param {Player} player */
function makeFrames(app, player) {
  const [, step, row, col] = player.of;
  if (player.frames.length === 0 && step) player.frames = framesOf(app, step, row, col);
}

/** @param {Explorer} app @param {Player} player */
export function togglePlay(app, player) {
  if (player.timer !== undefined) return halt(player);
  makeFrames(app, player);
  if (player.at >= player.frames.length - 1) player.at = -1;
  const next = () => {
    go(app, player, 1);
    if (player.at >= player.frames.length - 1) return halt(player);
    player.timer = setTimeout(
      next,
      player.frames.length > MANY ? BRIEF : timeToRead(player.frames[player.at]),
    );
    sign(player);
  };
  next();
}

// A Chinese character says as much as three letters.
/** @param {Frame} frame */
export const timeToRead = ({ said }) =>
  Math.max(LEAST, LETTER * [...said].reduce((sum, c) => sum + (c > "\u2e80" ? 3 : 1), 0));

/** @param {Explorer} app @param {Player} player @param {number} by */
function go(app, player, by) {
  halt(player);
  makeFrames(app, player);
  const at = Math.min(Math.max(player.at + by, 0), player.frames.length - 1);
  const isNew = at > player.at;
  player.at = at;
  app.paint();
  const frame = player.frames[at];
  if (!frame) return;
  app.tell(frame.said);
  const { formula } = app.screen.explanation;
  if (!isNew) return;
  if (frame.lands) {
    const [, step, row, col] = player.of;
    const result = formula.querySelector("strong");
    fly(app.screen.element, [[result, cellAt(app, [step, row, col]), result?.textContent]]);
  } else {
    const fresh = [...formula.querySelectorAll(".ax-fresh")];
    const ways = player.lit.map((td, k) => [td, fresh[k * 2] ?? fresh[0]]);
    fly(app.screen.element, ways.map(([td, end]) => [td, end, end?.textContent]));
  }
}

/** @param {Explorer} app @param {Player} player */
function stop(app, player) {
  halt(player);
  player.at = -1;
  app.message = null;
  app.paint();
}

// It does not go on by itself.
/** @param {Player} player */
function halt(player) {
  clearTimeout(player.timer);
  player.timer = undefined;
  sign(player);
}

const sign = ({ toggle, timer }) => setText(toggle, timer === undefined ? "▶" : "❚❚");

/** @param {Explorer} app @param {Place} place @returns {HTMLElement | null} */
function cellAt(app, [name, i, j]) {
  const block = app.screen.layout.blocks[name];
  return block && !block.large ? block.body.cells[i][j].td : null;
}

function light(app, player, places) {
  player.lit.forEach((td) => delete td.dataset.played);
  player.lit = places.map((place) => cellAt(app, place)).filter(Boolean);
  player.lit.forEach((td) => (td.dataset.played = "true"));
}

/** @param {HTMLElement} element @param {Bar[] | null} bars */
function drawBars(element, bars) {
  element.hidden = !bars || bars.length > MOST_BARS;
  if (!bars || element.hidden) return element.replaceChildren();
  const most = Math.max(...bars.map(({ x }) => x)) || 1;
  element.replaceChildren(...bars.map(({ name, x, text, isChosen }) => {
    const height = Math.max(1, (TALLEST * x) / most);
    const bar = make("i", { style: `height:${height.toFixed(1)}px` });
    return make(
      "span",
      { class: isChosen ? "ax-bar-chosen" : null },
      make("b", {}, text),
      bar,
      make("small", {}, name),
    );
  }));
}
