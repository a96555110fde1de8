// A page without Python carries its state behind the # of its address: all that differs from the page as it was
// saved, in the words of copied lines, as in #head=1&selected=('weights',2,0)&temperature=0.5.
import { allFinite } from "./attention.js";
import { matrixOf } from "./head_view.js";
import { same } from "./history.js";
import { readNamed, stateFrom, written } from "./python.js";
import { chosenBy, ofSentence, stateNames } from "./state.js";
import { make } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { State } from "./state.js" */

const PAUSE = 400; // milliseconds between two addresses: Safari takes a hundred in half a minute

// The link of an explorer with the address of its page, as that with Python. Where a page has several, each
// writes its key before its names, and leaves alone what is not its own.
/** @param {Explorer} app @param {string} key */
export function keepAddress(app, key) {
  const saved = { state: app.state, look: lookOf(app) };
  const prefix = key && `${key}.`;
  let /** @type {number | undefined} */ timer; // until the address is written

  const isOwn = (item) => item.startsWith(prefix);
  const itemsNow = () => location.hash.slice(1).split("&").filter(Boolean);
  const ownNow = () => itemsNow().filter(isOwn).map((item) => item.slice(prefix.length));

  function write() {
    timer = undefined;
    const own = Object.entries(differences(app, saved)).map(([name, value]) =>
      `${prefix}${name}=${plain(value)}`
    );
    const others = prefix ? itemsNow().filter((item) => !isOwn(item)) : [];
    const [page] = location.href.split("#");
    const all = [...others, ...own.map(encodeURI)].join("&");
    try {
      history.replaceState(history.state, "", all ? `${page}#${all}` : page);
    } catch { // a page within another may not be allowed to
    }
  }

  function read() {
    const found = readAddress(ownNow().join("&"), app, saved);
    if (!found) app.tell(app.text("bad_address"));
    return found;
  }

  // The reader has changed it.
  function changedOutside() {
    clearTimeout(timer);
    timer = undefined;
    const isAsked = !prefix || ownNow().length > 0; // of a page that has more on it, #top says nothing of this
    const found = isAsked && read();
    if (!found) return;
    if (!same(found.state, app.state)) app.change(found.state);
    app.look(found.choices);
  }

  const hint = make("p", { class: "ax-hint" }, app.text("in_address"));
  app.screen.controls.copy.panel.firstElementChild.after(hint);
  addEventListener("hashchange", changedOutside);
  const found = ownNow().length > 0 && read();
  if (found) app.begin(found.state, found.choices);
  return {
    changed() {
      timer ??= setTimeout(write, PAUSE);
    },
    connected() {},
    stop() {
      clearTimeout(timer);
      removeEventListener("hashchange", changedOutside);
    },
  };
}

// What is looked at, as it is written.
/** @param {Explorer} app */
function lookOf({ choices }) {
  const { head, large, selected, focus, prediction } = choices;
  const chosen = selected && [selected.step, selected.row, selected.col];
  return { head, large: Number(large), selected: chosen, focus, prediction };
}

// The page as it was saved, with another sentence if need be.
const withSentence = (app, { state }, i) =>
  i === state.sentence ? state : { ...state, ...ofSentence(app.fixed, i) };

/** @param {Explorer} app @returns {Record<string, any>} */
function differences(app, saved) {
  const { state } = app;
  const before = {
    ...withSentence(app, saved, state.sentence),
    sentence: saved.state.sentence,
    ...saved.look,
  };
  const now = { ...state, ...lookOf(app) };
  const names = [...Object.keys(saved.look), "sentence", ...stateNames()];
  return Object.fromEntries(
    names.filter((name) => !same(now[name] ?? null, before[name] ?? null)).map((name) => [name, now[name]]),
  );
}

// As Python writes it, but with no sign that an address would have to encode.
const plain = (value) =>
  written(value).replace(/["[\]]/g, (sign) => ({ '"': "'", "[": "(", "]": ")" })[sign] ?? sign);

// What the items of an address say: { state, choices }, or null if they do not fit.
/** @param {string} text @param {Explorer} app */
function readAddress(text, app, saved) {
  try {
    const { look, values } = divided(readNamed(decodeURIComponent(text).replaceAll("&", ",")), saved);
    const given = stateFrom(values, app);
    if (!given || !isLook(look, app)) return null;
    const state = { ...withSentence(app, saved, given.sentence ?? saved.state.sentence), ...given };
    if (!allFinite(app.traceOf(state))) return null;
    return { state, choices: { ...look, large: Boolean(look.large), selected: chosenBy(look.selected) } };
  } catch { // no such list, or a % that begins nothing
    return null;
  }
}

// What is looked at, and the rest.
function divided(named, saved) {
  const part = (isLook) =>
    Object.fromEntries(Object.entries(named).filter(([name]) => name in saved.look === isLook));
  return { look: { ...saved.look, ...part(true) }, values: part(false) };
}

// Whether there is such a head, number, word and answer.
/** @param {Record<string, any>} look @param {Explorer} app */
function isLook({ head, large, selected, focus, prediction }, app) {
  const { fixed, screen } = app;
  const among = (k, count) => Number.isInteger(k) && k >= 0 && k < count;
  const isChosen = () => {
    const [step, row, col, ...more] = selected;
    const A = Object.hasOwn(screen.layout.blocks, step) ? matrixOf(app.view.head, step) : [];
    return more.length === 0 && among(row, A.length) && among(col, A[0].length);
  };
  const isAnswer = () =>
    fixed.question?.col === null ? among(prediction, app.view.keys.length) : typeof prediction === "number";
  return among(head, fixed.heads) && among(large, 2) &&
    (selected === null || (Array.isArray(selected) && isChosen())) &&
    (focus === null || among(focus, app.view.rows.length)) &&
    (prediction === null || (Boolean(fixed.question) && isAnswer()));
}
