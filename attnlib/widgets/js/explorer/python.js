// An explorer as one line of Python, which restores what is on the screen; and such a line, read.
import { config } from "./config.js";
import { chosenBy, startOf, stateNames } from "./state.js";
import { same } from "./history.js";

/** @import { Explorer } from "./explorer.js" */

// Explorer("first_look", steps=("X", "weights"), head=1).load({"W_Q": [[9, …]]}): how it is made, what is
// looked at, and every number that differs from what that gives.
/** @param {Explorer} app */
export function asPython(app) {
  const { fixed, state, choices } = app;
  const { selected } = choices;
  const looks = [
    choices.head > 0 && `head=${choices.head}`,
    choices.large && "large=True",
    choices.focus != null && choices.focus !== selected?.row && `focus=${choices.focus}`,
    choices.prediction != null && `prediction=${choices.prediction}`,
    selected && `selected=("${selected.step}", ${selected.row}, ${selected.col})`,
  ];
  const made = [written(exampleOf(fixed)) + fixed.recipe.options, ...looks.filter(Boolean)].join(", ");
  const start = startOf(fixed);
  const names = stateNames().filter((name) => !same(state[name] ?? null, start[name] ?? null));
  const differs = Object.fromEntries(names.map((name) => [name, state[name]]));
  return `Explorer(${made}).load(${written(differs)})`;
}

// The first argument: a name, or a dict in which the numbers are that Python has not written.
function exampleOf({ recipe, start, sentences, language }) {
  if (typeof recipe.example === "string") return recipe.example;
  const tokensOf = { words: (one) => one.tokens, context_words: (one) => one.context_tokens };
  const words = Object.fromEntries(recipe.words.map((name) => {
    const all = sentences.map(tokensOf[name]);
    const isShared = all.length === 1 || (name === "context_words" && all.every((one) => same(one, all[0])));
    return [name, { ...recipe.example[name], [language]: isShared ? all[0] : all }];
  }));
  const valueOf = (name) => {
    const ofSentences = sentences.map((one) => (name === "keep" ? one.keep : one.numbers[name]) ?? null);
    if (name !== "keep" && ofSentences.every((one) => one === null)) return start[name] ?? null;
    const isShared = ["keep", "context"].includes(name) &&
      ofSentences.every((one) => same(one, ofSentences[0]));
    return isShared || sentences.length === 1 ? ofSentences[0] : ofSentences;
  };
  const numbers = Object.fromEntries(recipe.numbers.map((name) => [name, valueOf(name)]));
  return { ...recipe.example, ...words, ...numbers };
}

// Numbers, texts, lists and dicts as Python writes them; a mask is written in ones and zeros.
export function written(value) {
  if (value == null) return "None";
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  if (Object.is(value, -0)) return "-0.0";
  if (typeof value !== "object") return JSON.stringify(typeof value === "boolean" ? Number(value) : value);
  const items = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${written(one)}`);
  return `{${items.join(", ")}}`;
}

// What a line says that fits this explorer: { state, choices }, or { problem }, the key of what is to be said of
// it.
/** @param {Explorer} app */
export function readLine(text, app) {
  let line;
  try {
    line = parse(text);
  } catch {
    return { problem: "unreadable" };
  }
  const { example, options, state } = line;
  const own = parse(`Explorer(${written(exampleOf(app.fixed))})`).example;
  if (options && !same(example, own)) return { problem: "other_explorer" };
  const fitting = stateFrom(state, app);
  return fitting
    ? { state: fitting, choices: options ? choicesOf(options, app) : {} }
    : { problem: "not_loaded" };
}

// What such values say of the state, if each of them fits this explorer; else null.
/** @param {Record<string, any>} values @param {Explorer} app */
export function stateFrom(values, app) {
  if (!Object.entries(values).every(([name, value]) => fits(app, name, value))) return null;
  const state = { ...values };
  if (state.keep) state.keep = state.keep.map((row) => row.map(Boolean));
  if (state.heads_on) state.heads_on = state.heads_on.map(Boolean);
  return state;
}

/** @param {Explorer} app */
function choicesOf(options, app) {
  const { head = 0, large = false, selected = null, focus = null, prediction } = options;
  const known = head in app.trace.heads ? head : 0;
  const answer = prediction === undefined ? {} : { prediction };
  return { head: known, large: Boolean(large), selected: chosenBy(selected), focus, ...answer };
}

/** @param {Explorer} app */
function fits(app, name, value) {
  const { fixed, state } = app;
  const [n, m] = [app.view.rows.length, app.view.keys.length];
  if (name === "keep") {
    return value === null || alike(value, Array.from({ length: n }, () => Array(m).fill(0)));
  }
  if (name === "heads_on") {
    return value === null || (fixed.heads > 1 && alike(value, Array(fixed.heads).fill(0)));
  }
  if (name === "temperature") return alike(value, 1) && value > 0;
  if (name === "scaling") return config.scalings.includes(value);
  if (name === "sentence") return Number.isInteger(value) && value in fixed.sentences;
  // What is locked may be there already, or be as it is to begin with.
  const isOpen = fixed.edit.includes(name) || [state, fixed.start].some((one) => same(value, one[name]));
  return app.isNumber(name) && isOpen && alike(value, state[name]);
}

const alike = (a, b) =>
  Array.isArray(b)
    ? Array.isArray(a) && a.length === b.length && a.every((x, k) => alike(x, b[k]))
    : typeof a === "number" && Number.isFinite(a);

// Reading. A line is Explorer(…).load({…}), with or without load, or the dict alone, or what.load({…}).

const TOKEN =
  /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_][\w.]*|[^\s]/g;
const CONSTANTS = { True: 1, False: 0, None: null };
const CLOSING = { "(": ")", "[": "]", "{": "}" };

// What comes next is the last one: to take the first of many is slow.
const tokensOf = (text) => (text.match(TOKEN) ?? []).reverse();

// name=value, name=value, … as an object. Throws where it is anything else.
export function readNamed(text) {
  const tokens = tokensOf(`(${text})`);
  const { list, named } = items(tokens);
  if (list.length + tokens.length > 0) throw new SyntaxError("no such list");
  return named;
}

// { example, options, state }; of a dict alone, state. Throws where it is none of these.
function parse(text) {
  const tokens = tokensOf(text.replace(/^\s*\w+\s*=(?!=)/, ""));
  let line = { state: {} };
  if (/(^|\.)Explorer$/.test(tokens.at(-1))) {
    tokens.pop();
    const { list, named } = items(tokens);
    if (list.length !== 1) throw new SyntaxError("an example is missing");
    line = { ...line, example: list[0], options: named };
  }
  if (line.options && tokens.at(-1) === ".") tokens.pop();
  if (/(^|\.)load$/.test(tokens.at(-1))) {
    tokens.pop();
    line.state = items(tokens).list[0];
  } else if (!line.options) line.state = value(tokens);
  if (tokens.length > 0 || line.state?.constructor !== Object) throw new SyntaxError("no such line");
  return line;
}

// What stands between brackets: { list } of what has no name, and what is named, by = or as in a dict.
function items(tokens) {
  const close = CLOSING[tokens.pop()];
  const [list, named] = [/** @type {any[]} */ ([]), {}];
  if (!close) throw new SyntaxError("a bracket is missing");
  while (tokens.at(-1) !== close) {
    const one = tokens.at(-2) === "=" ? tokens.pop() : value(tokens);
    if (["=", ":"].includes(tokens.at(-1)) && tokens.pop()) named[one] = value(tokens);
    else list.push(one);
    if (tokens.at(-1) === ",") tokens.pop();
    else if (tokens.at(-1) !== close) throw new SyntaxError("a comma is missing");
  }
  tokens.pop();
  return { list, named };
}

function value(tokens) {
  const next = tokens.at(-1) ?? "";
  if (next === "{") return items(tokens).named;
  if (next in CLOSING) return items(tokens).list;
  tokens.pop();
  if (/^["']/.test(next)) return next.slice(1, -1).replace(/\\(u\w{4}|x\w{2}|[^])/g, (_, c) => unescaped(c));
  if (Object.hasOwn(CONSTANTS, next)) return CONSTANTS[next];
  if (/^[A-Za-z_]/.test(next) && tokens.at(-1) === "(") return items(tokens).list[0]; // np.array([[…]])
  if (next === "" || Number.isNaN(Number(next))) throw new SyntaxError(`${next} is no value`);
  return Number(next);
}

const unescaped = (c) =>
  c.length > 1
    ? String.fromCharCode(parseInt(c.slice(1), 16))
    : { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[c] ?? c;
