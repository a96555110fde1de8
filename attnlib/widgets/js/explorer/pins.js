// A state that was pinned, beside the one now, and their difference: of the last matrices that are shown.
import { headOf } from "./heads.js";
import { facts } from "./facts.js";
import { makeTable, updateTable } from "./table.js";
import { make } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */

const COMPARED = ["scores", "weights", "output", "projected"];
const MOST = 2; // matrices
const NOTHING = { select() {}, brush: () => null, play() {} };
const PLAIN = {
  before: null,
  since: null,
  selected: null,
  large: false,
  lit: () => false,
  chosen: () => false,
  hidden: null,
  unknown: false,
  typing: null,
};

// Null where no such matrix is shown as numbers.
/** @param {Explorer} app @param {Record<string, any>} blocks */
export function makePins(app, blocks) {
  const { text } = app;
  const names = COMPARED.filter((name) => blocks[name] && !blocks[name].large).slice(-MOST);
  if (names.length === 0) return null;
  const kinds = ["now", "pinned", "difference"];
  const rows = names.map((name) => ({
    name,
    tables: kinds.map((kind) => makeOne(app, blocks[name].spec, name, kind)),
  }));
  const element = make(
    "section",
    { class: "ax-pinned", "aria-label": text("pinned"), hidden: true },
    ...rows.flatMap(({ tables }) => tables.map(({ element }) => element)),
  );
  return { element, rows };
}

/** @param {Explorer} app */
function makeOne(app, { rows, cols }, name, kind) {
  const A = app.head()[name];
  const title = `${facts.steps[name].title} · ${app.text(`pin_${kind}`)}`;
  const spec = {
    name,
    rows,
    cols,
    editable: false,
    kind: kind === "difference" ? "signed" : facts.steps[name].kind,
    rowsAs: kind === "now" ? "" : "ax-repeated",
    colsShown: true,
    sums: false,
    recedes: true,
    label: title,
    locked: () => true,
    cellLabel: () => "",
  };
  const body = makeTable(spec, A.length, A[0].length, NOTHING);
  const caption = make("figcaption", {}, make("strong", {}, title));
  return { kind, body, element: make("figure", { class: "ax-matrix" }, caption, body.element) };
}

/** @param {Explorer} app */
export function updatePins(app, pins) {
  const { pinned } = app.view;
  pins.element.hidden = !pinned;
  if (!pinned) return;
  const [now, then] = [app.head(), headOf(pinned.state, pinned.trace, app.view.head, app.fixed.heads)];
  const focus = app.focus();
  for (const { name, tables } of pins.rows) {
    const difference = now[name].map((row, i) => row.map((x, j) => x - then[name][i][j]));
    for (const { kind, body } of tables) {
      const A = { now: now[name], pinned: then[name], difference }[kind];
      updateTable(body, A, { ...PLAIN, focus, unknown: app.isUnknown(name) });
    }
  }
}
