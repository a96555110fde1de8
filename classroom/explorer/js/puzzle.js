// A puzzle: what is to be done, how far it is, and the hints and the solution that its author has written.
import { config } from "./config.js";
import { headOfEntry } from "./head_view.js";
import { startOf } from "./state.js";
import { number } from "./theme.js";
import { entryName } from "./view.js";
import { make, named, setText } from "../../web/js/dom.js";

/**
 * @import { Explorer } from "./explorer.js"
 * @import { Fixed, Goal, Move, State } from "./state.js"
 * @import { View } from "./view.js"
 */

const EDITS = 3; // after which the solution is offered

/** @param {Explorer} app */
export function makePuzzle(app) {
  const { goals, only, par, hints, solution } = app.fixed;
  if (goals.length === 0) return null;
  const { text } = app;
  const names = only?.map((name) => (name === "keep" ? text("the_mask") : name)).join(text("and"));
  const how = only && (isPainted(app.fixed) ? text("goal_by_mask") : text("goal_by", { names }));
  const by = [how, par && parOf(app)].filter(Boolean);
  const called = text(par ? "puzzle" : "task"); // of a task nobody has said that it can be done
  const lines = goals.map((goal) => {
    const now = make("span", { class: "ax-now" });
    return { goal, now, line: make("p", {}, make("span", {}, goal.text), now) };
  });
  const state = make("strong", { role: "status" });
  const said = make("p", { class: "ax-goal-said", "aria-live": "polite", "aria-atomic": "true" });
  const parts = {
    lines,
    state,
    said,
    hints: 0,
    isOffered: false,
    solvedState: /** @type {State | null} */ (null),
  };
  const button = (key, action) => make("button", { type: "button", onclick: action }, text(key));
  const hint = hints.length > 0 ? button("hint", () => giveHint(app, parts)) : null;
  const show = solution.length > 0 ? button("show_solution", () => showSolution(app, parts)) : null;
  const help = make("span", { class: "ax-goal-help" }, ...[hint, show].filter(Boolean));
  const element = make(
    "div",
    { class: "ax-goal", role: "group", "aria-label": called },
    make("div", {}, ...lines.map(({ line }) => line)),
    make("div", { class: "ax-goal-end" }, state, hint || show ? help : null),
    said,
  );
  lines[0].line.prepend(make("strong", {}, called), " ");
  const rules = by.map((one) => make("span", { class: "ax-only" }, ...named(one)));
  if (lines.length === 1) lines[0].line.append(...rules);
  else element.firstChild.append(make("p", { class: "ax-rules" }, ...rules)); // of all the goals
  return Object.assign(parts, { element, help, hint, show });
}

// Returns whether only painting the mask solves a puzzle.
/** @param {Fixed} fixed */
export const isPainted = ({ goals, only }) => goals.length > 0 && only?.join() === "keep";

/** @param {Explorer} app @param {any} puzzle @param {View} view */
export function updatePuzzle(app, puzzle, view) {
  const unknown = app.fixed.goals.some((goal) => view.isUnknown(goal.step));
  const all = puzzle.lines.map(({ goal, now }) => {
    const x = view.head[goal.step][goal.row][goal.col];
    const met = !unknown && (goal.above ? x > goal.value : x < goal.value);
    setText(now, app.text("now", { x: unknown ? "?" : number(x) }) + (met ? " ✓" : ""));
    return met;
  });
  const done = all.every(Boolean);
  puzzle.element.classList.toggle("ax-met", done);
  const { sentence, isWithin } = done ? solvedBy(app) : { sentence: openFor(app), isWithin: false };
  setText(puzzle.state, sentence);
  if (puzzle.solvedState && puzzle.solvedState !== view.state) { // the reader goes on with other numbers
    puzzle.solvedState = null;
    setText(puzzle.said, "");
  }
  puzzle.help.hidden = unknown;
  // Not "disabled": that would take the focus away from whoever has just pressed it.
  puzzle.hint?.setAttribute("aria-disabled", done);
  if (!puzzle.show) return;
  puzzle.isOffered ||= puzzle.hints > 0 || app.history.past.length >= EDITS;
  puzzle.show.hidden = !puzzle.isOffered;
  puzzle.show.setAttribute("aria-disabled", isWithin);
}

// How few entries it takes

/** @param {Explorer} app @param {number} k */
const changesOf = ({ text }, k) => text(k === 1 ? "one_change" : "changes", { k });

// "In 2 changes, whole numbers from −2 to 2."
/** @param {Explorer} app */
function parOf(app) {
  const { par, entries } = app.fixed;
  const changes = changesOf(app, /** @type {number} */ (par));
  if (isPainted(app.fixed)) return app.text("par_of_mask", { changes });
  return entries === "signs"
    ? app.text("par_of_signs", { changes })
    : app.text("par", { changes, ...rangeOf(app) });
}

/** @param {Explorer} app */
function rangeOf({ fixed }) {
  if (fixed.entries === "signs") return {};
  const [low, high] = fixed.entries.map((x) => number(x, true));
  return { low, high };
}

// The changes since the beginning, and the first that the puzzle does not allow: it may be solved by it all the same.
/** @param {Explorer} app */
function changesIn(app) {
  const { entries, edit, heads } = app.fixed;
  const { rows, keys } = app.view;
  const flags = { keep: rows.length * keys.length, heads_on: heads };
  const changed = changedSince(beginningOf(app), app.state, edit, flags);
  const isMeant = ({ x, was }) =>
    entries === "signs" ? x === -was : Number.isInteger(x) && x >= entries[0] && x <= entries[1];
  const other = changed.find((one) => config.numbers.includes(one.name) && !isMeant(one));
  return { changed, other };
}

const asTyped = (x) => number(x, Number.isInteger(x));

// The sentence on an open puzzle.
/** @param {Explorer} app */
function openFor(app) {
  const { par, entries } = app.fixed;
  const other = par ? changesIn(app).other : null;
  if (!other) return app.text("goal_open");
  const key = entries === "signs" ? "open_unsigned" : "open_outside";
  return app.text(key, { x: asTyped(other.x), ...rangeOf(app) });
}

// The sentence on a solved puzzle, and whether it is solved within par.
/** @param {Explorer} app */
function solvedBy(app) {
  const { par, entries } = app.fixed;
  if (!par) return { sentence: app.text("goal_met"), isWithin: false };
  const { changed, other } = changesIn(app);
  const changes = changesOf(app, changed.length);
  if (other) {
    const x = asTyped(other.x);
    const key = entries === "signs" ? "solved_unsigned" : "solved_outside";
    return { sentence: app.text(key, { changes, par, x, ...rangeOf(app) }), isWithin: false };
  }
  const key = changed.length > par ? "solved_more" : changed.length < par ? "solved_fewer" : "solved_par";
  return { sentence: app.text(key, { changes, par }), isWithin: changed.length <= par };
}

// The numbers that "reset" brings back, of this sentence.
/** @param {Explorer} app @returns {State} */
function beginningOf({ fixed, view, state }) {
  const { sentence } = view;
  return { ...startOf(fixed), ...sentence.numbers, keep: sentence.keep, sentence: state.sentence };
}

// The values of all that differs from the start: { name, x, was }. A number counts as one, and so does an entry of the
// mask, a head that is off, the temperature, the scaling.
/** @param {State} start @param {State} state @param {string[]} names @param {Record<string, number>} flags */
export function changedSince(start, state, names, flags) {
  return names.flatMap((name) => {
    const all = Array(flags[name]).fill(true); // no mask hides nothing, and without heads_on all heads are on
    const [before, now] = [start, state].map((one) =>
      name in flags ? (one[name] ?? all).flat() : [one[name]].flat(3)
    );
    return now.flatMap((x, k) => (x === before[k] ? [] : [{ name, x, was: before[k] }]));
  });
}

// Help

// One hint after the other; after the last comes the first again.
/** @param {Explorer} app @param {any} puzzle */
function giveHint(app, puzzle) {
  if (puzzle.hint.getAttribute("aria-disabled") === "true") return;
  const { hints } = app.fixed;
  const k = puzzle.hints++ % hints.length;
  puzzle.said.replaceChildren(...named(app.text("hint_k", { k: k + 1, n: hints.length, hint: hints[k] })));
  puzzle.solvedState = null;
  app.paint();
}

/** @param {Explorer} app @param {any} puzzle */
function showSolution(app, puzzle) {
  if (puzzle.show.getAttribute("aria-disabled") === "true") return;
  const { solution, edit, heads } = app.fixed;
  const start = beginningOf(app);
  const before = { ...app.state, ...Object.fromEntries(edit.map((name) => [name, start[name]])) };
  const own = new Set(solution.map(({ name, at }) => headOfEntry(before, name, at, heads)));
  const [head] = own;
  if (own.size === 1 && head !== null) app.look({ head }); // where it is to be seen
  const after = solution.reduce((state, move) => withMove(app, state, move), before);
  if (!app.change(after)) return;
  const changes = solution.map((move) => written(app, move)).join(app.text("comma"));
  puzzle.said.replaceChildren(...named(app.text("one_solution", { changes })));
  puzzle.solvedState = app.state;
}

/** @param {Explorer} app @param {State} state @param {Move} move @returns {State} */
function withMove({ view }, state, { name, at, x }) {
  const open = () => view.rows.map(() => view.keys.map(() => true));
  return { ...state, [name]: put(name === "keep" ? state.keep ?? open() : state[name], at, x) };
}

/** @param {any[]} A @param {number[]} at @param {any} x @returns {any[]} */
const put = (A, [k, ...rest], x) =>
  A.map((one, at) => at !== k ? one : rest.length > 0 ? put(one, rest, x) : x);

// "W_Q[verb, doer] = 2", or for the mask "hide cat from small".
/** @param {Explorer} app @param {Move} move */
function written(app, { name, at, x }) {
  const { rows, keys, head } = app.view;
  if (name === "keep") return app.text(x ? "to_show" : "to_hide", { row: rows[at[0]], col: keys[at[1]] });
  const k = headOfEntry(app.state, name, at, app.fixed.heads);
  const [row, col] = at.length === 1 ? [0, at[0]] : at.slice(-2);
  const width = /^W_[QKV]$/.test(name)
    ? head[name][0].length
    : /^b_[QKV]$/.test(name)
    ? head[name].length
    : Infinity;
  const of = app.fixed.heads === 1 || k === null ? "" : ` (${app.text("head", { k: k + 1 })})`;
  return `${entryName(app, name, row, col % width)}${of} = ${number(x, Number.isInteger(x))}`;
}
