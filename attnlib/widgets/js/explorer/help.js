// Help with a puzzle: how few changes it takes, which entry helps most and why, and one solution.
import { attend } from "./attention.js";
import { facts } from "./facts.js";
import { headOf } from "./heads.js";
import { effectsOf, entryName } from "./reasons.js";
import {
  bestMove,
  canTryAll,
  changedSince,
  distance,
  headOfEntry,
  movesOf,
  numberOf,
  run,
  solutionOf,
  withMoves,
} from "./solver.js";
import { lists, startOf } from "./state.js";
import { number } from "./theme.js";
import { named, setText } from "../shared/dom.js";

/**
 * @import { Explorer } from "./explorer.js"
 * @import { Move, Puzzle } from "./solver.js"
 */

const MOST_CHANGES = 3; // of a solution, where no par is given

// How few entries it takes

/** @param {Explorer} app @param {number} k */
const changesOf = ({ text }, k) => text(k === 1 ? "one_change" : "changes", { k });

// "In 2 changes, whole numbers from −2 to 2."
/** @param {Explorer} app */
export function parOf(app) {
  const { par, only } = app.fixed;
  const changes = changesOf(app, par);
  return only?.every((name) => name === "keep")
    ? app.text("par_of_mask", { changes })
    : app.text("par", { changes, ...rangeOf(app) });
}

/** @param {Explorer} app */
function rangeOf({ fixed }) {
  const [low, high] = fixed.entries.map((x) => number(x, true));
  return { low, high };
}

// What is said of a solved puzzle, and whether it is solved within par.
/** @param {Explorer} app */
export function solvedBy(app) {
  const { par, entries: [low, high], edit } = app.fixed;
  if (!par) return { sentence: app.text("goal_met"), isWithin: false };
  const changed = changedSince(puzzleOf(app), beginningOf(app), app.state, edit);
  const outside = changed.find(({ name, x }) => facts.numbers.includes(name) && (x < low || x > high));
  const changes = changesOf(app, changed.length);
  if (outside) {
    const x = number(outside.x, Number.isInteger(outside.x));
    return { sentence: app.text("solved_outside", { changes, par, x, ...rangeOf(app) }), isWithin: false };
  }
  const key = changed.length > par ? "solved_more" : changed.length < par ? "solved_fewer" : "solved_par";
  return { sentence: app.text(key, { changes, par }), isWithin: changed.length <= par };
}

// What the numbers were at first: those that "reset" brings back, of this sentence.
/** @param {Explorer} app */
const beginningOf = ({ fixed, sentence, state }) => ({
  ...startOf(fixed),
  ...sentence.numbers,
  keep: sentence.keep,
  sentence: state.sentence,
});

// Help

/** @param {Explorer} app @returns {Puzzle} */
function puzzleOf(app) {
  const { goals, heads, entries, edit, steps } = app.fixed;
  const shownWith = { context: "X", W_O: "output", b_O: "output" };
  const isShown = (name) => app.isNumber(name) && steps.includes(shownWith[name] ?? name.replace("b_", "W_"));
  const names = edit.filter((name) => name === "keep" || isShown(name));
  return { goals, heads, head: app.view.head, sizes: app.sizes(), names, entries };
}

// Whether there are entries to try, and not too many.
/** @param {Explorer} app */
export function isHelped(app) {
  const puzzle = puzzleOf(app);
  return movesOf(puzzle, app.state).length > 0 && canTryAll(puzzle, app.state);
}

// First which entry helps most, then what to write there and what that does.
/** @param {Explorer} app */
export function giveHint(app, goals) {
  const { state } = app;
  if (goals.hint.getAttribute("aria-disabled") === "true") return;
  goals.offered = true;
  if (goals.hinted) return say(app, goals, explained(app, goals.hinted));
  goals.ofState = state;
  setText(goals.said, app.text("searching"));
  const puzzle = puzzleOf(app);
  run(bestMove(puzzle, state), (best) => {
    const [move] = best.moves;
    if (!move) {
      const none = app.text(best.isAll ? "hint_none" : "hint_none_single", withRange(app));
      const isBegun = app.history.past.length > 0;
      return say(app, goals, none + (isBegun ? app.text("space") + app.text("go_back") : ""));
    }
    goals.hinted = { moves: best.moves, puzzle };
    const head = headOfEntry(state, move.name, move.at, puzzle.heads);
    if (head !== null && head !== app.view.head) app.look({ head }); // where it is to be seen
    const key = best.moves.length > 1 ? "hint_pair" : "hint_single";
    say(app, goals, app.text(key, { entry: placeOf(app, move), ...withRange(app) }));
  }, () => app.state !== state);
}

/** @param {Explorer} app */
function say(app, goals, sentence) {
  goals.ofState = app.state;
  app.paint();
  if (goals.told !== sentence) goals.said.replaceChildren(...named(sentence));
  goals.told = sentence;
}

// " with whole numbers from −2 to 2", where numbers are written.
/** @param {Explorer} app */
function withRange(app) {
  const isMask = puzzleOf(app).names.every((name) => name === "keep");
  return { range: isMask ? "" : app.text("in_range", rangeOf(app)) };
}

// "Try W_Q[verb, doer] = 2 (now 0). It takes chases · cat from 0 to 4, and …"
/** @param {Explorer} app */
function explained(app, { puzzle, moves }) {
  const { text, state } = app;
  const after = withMoves(puzzle, state, moves);
  const traces = [state, after].map((one) => attend(lists(one), puzzle.heads));
  const k = headOfEntry(state, moves[0].name, moves[0].at, puzzle.heads) ?? puzzle.head;
  const [was, is] = [state, after].map((one, i) => headOf(one, traces[i], k, puzzle.heads));
  const gain = (goal) => {
    const [a, b] = traces.map((trace) => distance({ ...puzzle, goals: [goal] }, trace));
    return a - b;
  };
  const [first, ...rest] = [...puzzle.goals].sort((a, b) => gain(b) - gain(a));
  const others = rest.filter((goal) => {
    const [a, b] = traces.map((trace) => number(numberOf(goal, trace, puzzle.head)));
    return a !== b;
  });
  const ends = others.map((goal) => effectsOf(app, goal, was, is).at(-1));
  const all = [...effectsOf(app, first, was, is), ...ends];
  const effects = [all.slice(0, -1).join(text("then")), all.at(-1)].filter(Boolean).join(text("and_then"));
  const takes = text(moves.length > 1 ? "takes_together" : "takes", { effects });
  return `${written(app, moves[0], true)}${text("space")}${takes}`;
}

/** @param {Explorer} app */
export function showSolution(app, goals) {
  if (goals.solution.getAttribute("aria-disabled") === "true") return;
  const { state } = app;
  const [puzzle, start] = [puzzleOf(app), beginningOf(app)];
  const most = app.fixed.par ?? MOST_CHANGES;
  const edited = Object.fromEntries(app.fixed.edit.map((name) => [name, start[name]]));
  const from = { ...state, ...edited };
  goals.ofState = state;
  setText(goals.said, app.text("searching"));
  run(solutionOf(puzzle, from, most), (moves) => {
    if (!moves || !app.change(withMoves(puzzle, from, moves))) {
      return say(app, goals, app.text("no_solution", { changes: changesOf(app, most), ...withRange(app) }));
    }
    const changes = moves.map((move) => written(app, move)).join(app.text("comma"));
    say(app, goals, app.text("one_solution", { changes }));
  }, () => app.state !== state);
}

// Where an entry stands on the screen: [row, column], as it is shown for its head.
/** @param {Explorer} app @param {Move} move @returns {[number, number]} */
function entryAt(app, { name, at }) {
  const [row, col] = at.length === 1 ? [0, at[0]] : at.slice(-2);
  const own = /^[Wb]_[QKV]$/.test(name)
    ? app.head()[name].flat().length / (name[0] === "W" ? app.head()[name].length : 1)
    : Infinity;
  return [row, col % own];
}

// "W_Q[verb, doer]", or for the mask "the mask at small → cat".
/** @param {Explorer} app @param {Move} move */
function placeOf(app, move) {
  const { name, at } = move;
  const [row, col] = entryAt(app, move);
  if (name === "keep") {
    return app.text("place_of_mask", { row: app.rowNames()[row], col: app.keyNames()[col] });
  }
  const head = headOfEntry(app.state, name, at, app.fixed.heads);
  const of = app.fixed.heads === 1 || head === null ? "" : ` (${app.text("head", { k: head + 1 })})`;
  return entryName(app, name, row, col) + of;
}

// What is to be written: in a sentence, or in a list.
/** @param {Explorer} app @param {Move} move */
function written(app, move, isSentence = false) {
  const { name, at, x } = move;
  if (name === "keep") {
    const key = x ? "to_show" : "to_hide";
    const words = { row: app.rowNames()[at[0]], col: app.keyNames()[at[1]] };
    return app.text(isSentence ? `try_${key}` : key, words);
  }
  const now = at.reduce((A, k) => A[k], app.state[name]);
  const entry = placeOf(app, move);
  const [value, old] = [x, now].map((one) => number(one, Number.isInteger(one)));
  return isSentence ? app.text("try_number", { entry, x: value, old }) : `${entry} = ${value}`;
}

// The cell of the hint; null where it is not shown, or is a point of a picture.
/** @param {Explorer} app */
export function hintedCell(app, { moves: [move] }) {
  const { blocks } = app.screen.layout;
  const name = move.name === "keep"
    ? ["weights", "masked", "scaled", "scores"].find((one) => blocks[one])
    : move.name;
  const head = headOfEntry(app.state, move.name, move.at, app.fixed.heads);
  if (!name || !blocks[name] || blocks[name].large || (head ?? app.view.head) !== app.view.head) return null;
  const [row, col] = entryAt(app, move);
  return blocks[name].body.cells[row][col].td;
}
