// A table in which the reader chooses a cell, by mouse or with the arrow keys and Enter.
import { ARROWS, make, setText } from "../shared/dom.js";

// Return the table and its cells row by row; `cell(i, j)` gives the attributes of a cell.
export function makeTable(fixed, attributes, cell) {
  const { rows, cols, numbers } = fixed;
  const cells = rows.map((_, i) => cols.map((_, j) => make("td", cell(i, j), numbers?.[i][j] ?? "")));
  const head = make("tr", {}, make("td", {}), ...cols.map((name) => make("th", { scope: "col" }, name)));
  const body = cells.map((row, i) => make("tr", {}, make("th", { scope: "row" }, rows[i]), ...row));
  const table = make("table", attributes, make("thead", {}, head), make("tbody", {}, ...body));
  return { table, cells };
}

export function makeCell(app) {
  const { fixed, text } = app;
  const { rows, cols, across } = fixed;
  const told = make("span", { class: "ax-unseen", role: "status" });
  const said = ([i, j]) =>
    across ? `${rows[i]} → ${cols[j]}` : text("cell_label", { row: rows[i], col: cols[j] });
  let chosen = null;
  let at = [0, 0]; // the cell that Tab reaches
  let locked = false;
  const label = { class: "aq-table", role: "grid", "aria-labelledby": app.labelId };
  const { table, cells } = makeTable(fixed, label, (i, j) => ({
    role: "gridcell",
    tabindex: i + j === 0 ? "0" : "-1",
    "aria-label": said([i, j]) + (fixed.numbers ? ` ${fixed.numbers[i][j]}` : ""),
    "data-at": `${i},${j}`,
  }));

  const placeOf = (event) => event.target.closest("[data-at]")?.dataset.at.split(",").map(Number);

  function goTo(i, j) {
    if (!cells[i]?.[j]) return;
    cells[at[0]][at[1]].tabIndex = -1;
    at = [i, j];
    cells[i][j].tabIndex = 0;
    cells[i][j].focus();
  }

  function choose(place) {
    if (locked) return;
    chosen = place;
    cells.forEach((row, i) =>
      row.forEach((cell, j) => cell.setAttribute("aria-selected", String([i, j]) === String(chosen)))
    );
    if (place) setText(told, text("chosen", { cell: said(place) }));
  }

  table.addEventListener("click", (event) => {
    const place = placeOf(event);
    if (!place) return;
    goTo(place[0], place[1]);
    choose(place);
  });
  table.addEventListener("keydown", (event) => {
    const place = placeOf(event);
    if (!place || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = ARROWS[event.key];
    if (by) goTo(place[0] + by[0], place[1] + by[1]);
    else if (event.key === "Enter" && String(place) === String(chosen)) app.commit();
    else if (event.key === "Enter" || event.key === " ") choose(place);
    else return;
    event.preventDefault();
  });

  choose(null);
  return {
    element: make(
      "div",
      { class: "aq-scroll" },
      table,
      make("p", { class: "aq-keys" }, text("cell_keys")),
      told,
    ),
    read: () => (chosen ? { given: chosen } : { problem: text("cell_first") }),
    said,
    update({ given, done, right }) {
      if (given !== null && chosen === null) choose(given);
      locked = done;
      table.classList.toggle("aq-locked", done);
      cells.forEach((row, i) =>
        row.forEach((cell, j) => {
          const here = String([i, j]);
          cell.classList.toggle("aq-good", done && here === String(right));
          cell.classList.toggle("aq-bad", here === String(given) && !(done && here === String(right)));
        })
      );
    },
  };
}
