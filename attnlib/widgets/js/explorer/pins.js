// A pinned state beside the present one, and their difference: of the last matrices that are shown.
import { config } from "./config.js";
import { makeTable, nameTable, updateTable } from "./table.js";
import { make } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { View } from "./view.js" */

const COMPARED = ["scores", "weights", "output", "projected"];
const MOST = 2; // matrices
const NOTHING = { select() {}, brush: () => null, play() {} };
const PLAIN = {
  before: null,
  change: null,
  selected: null,
  large: false,
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
  return { element, rows, named: app.view.sentence };
}

/** @param {Explorer} app */
function makeOne(app, { rows, cols }, name, kind) {
  const A = app.view.head[name];
  const title = `${app.called(name)}${app.text("comma")}${app.text(`pin_${kind}`)}`;
  const spec = {
    name,
    rows,
    cols,
    editable: false,
    kind: kind === "difference" ? "signed" : config.steps[name].kind,
    rowsAs: kind === "now" ? "" : "ax-repeated",
    colsShown: true,
    sums: false,
    label: title,
    locked: () => true,
    cellLabel: () => "",
  };
  const body = makeTable(spec, A.length, A[0].length, NOTHING);
  const caption = make("figcaption", {}, make("strong", {}, title));
  return { kind, body, element: make("figure", { class: "ax-matrix" }, caption, body.element) };
}

/** @param {any} pins @param {Record<string, any>} blocks @param {View} view */
export function updatePins(pins, blocks, { head, pinned, focus, sentence, isUnknown }) {
  pins.element.hidden = !pinned;
  if (!pinned) return;
  const isRenamed = pins.named !== sentence;
  pins.named = sentence;
  for (const { name, tables } of pins.rows) {
    const { rows, cols } = blocks[name].spec;
    const difference = head[name].map((row, i) => row.map((x, j) => x - pinned[name][i][j]));
    for (const { kind, body } of tables) {
      if (isRenamed) nameTable(body, rows, cols);
      const A = { now: head[name], pinned: pinned[name], difference }[kind];
      updateTable(body, A, { ...PLAIN, focus, unknown: isUnknown(name) });
    }
  }
}
