// Items to put into order with the buttons ↑ and ↓, the arrow keys, or by dragging.
import { make, setText } from "../shared/dom.js";
import { LETTERS } from "./choices.js";
import { marked } from "./markup.js";

export function makeOrder(app) {
  const { text } = app;
  const items = app.fixed.choices;
  const told = make("span", { class: "ax-unseen", role: "status" });
  const names = items.map((item) => make("span", {}, ...marked(item)).textContent);
  const lines = items.map((item, k) => makeLine(item, k));
  const list = make("ol", { class: "aq-lines aq-order" }, ...lines.map(({ line }) => line));
  let locked = false;

  function makeLine(item, k) {
    const button = (sign, by) =>
      make(
        "button",
        {
          type: "button",
          "aria-label": text(by < 0 ? "earlier" : "later", { item: names[k] }),
          onclick: () => move(k, by),
        },
        sign,
      );
    const buttons = [button("↑", -1), button("↓", 1)];
    const line = make(
      "li",
      { class: "aq-line", "data-item": k },
      make("span", { class: "aq-grip", "aria-hidden": "true" }, "⠿"),
      make("b", { class: "aq-letter" }, LETTERS[k]),
      make("span", { class: "aq-text" }, ...marked(item)),
      make("span", { class: "aq-moves" }, ...buttons),
    );
    line.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(k, by);
    });
    line.addEventListener("pointerdown", (event) => drag(event, line, k));
    return { line, buttons };
  }

  const order = () => [...list.children].map((line) => Number(line.dataset.item));

  // Move an item by one place; the focus goes with it.
  function move(k, by) {
    const now = order();
    const at = now.indexOf(k);
    if (locked || !(at + by in now)) return;
    const focused = document.activeElement;
    now.splice(at, 1);
    now.splice(at + by, 0, k);
    put(now);
    if (focused instanceof HTMLElement && lines[k].line.contains(focused)) focused.focus();
    tell(k);
  }

  function tell(k) {
    setText(told, text("moved", { item: names[k], k: order().indexOf(k) + 1, n: items.length }));
  }

  function put(places) {
    list.append(...places.map((k) => lines[k].line));
    places.forEach((k, at) =>
      lines[k].buttons.forEach((button, which) =>
        button.setAttribute("aria-disabled", locked || at === (which === 0 ? 0 : places.length - 1))
      )
    );
  }

  // A finger drags by the grip only: elsewhere it scrolls the page.
  function drag(event, line, k) {
    const byGrip = event.target.closest(".aq-grip") !== null;
    if (locked || event.button !== 0 || event.target.closest("button")) return;
    if (event.pointerType === "touch" && !byGrip) return;
    line.classList.add("aq-held");
    const before = String(order());
    const moved = ({ clientY }) => {
      const others = [...list.children].filter((one) => one !== line);
      const next = others.find((one) => {
        const { top, height } = one.getBoundingClientRect();
        return clientY < top + height / 2;
      });
      const now = others.map((one) => Number(one.dataset.item));
      now.splice(next ? others.indexOf(next) : now.length, 0, k);
      if (String(now) !== String(order())) put(now);
    };
    const end = () => {
      line.classList.remove("aq-held");
      window.removeEventListener("pointermove", moved);
      for (const kind of ["pointerup", "pointercancel"]) window.removeEventListener(kind, end);
      if (String(order()) !== before) tell(k);
    };
    window.addEventListener("pointermove", moved);
    for (const kind of ["pointerup", "pointercancel"]) window.addEventListener(kind, end);
  }

  put(items.map((_, k) => k));
  let seen = null;
  return {
    element: make("div", {}, list, make("p", { class: "aq-keys" }, text("order_keys")), told),
    read: () => ({ given: order() }),
    said: () => "",
    update({ given, done, right }) {
      locked = done;
      const answer = app.get("shown") ? right : given;
      const fresh = answer !== null && String(answer) !== seen;
      seen = answer && String(answer);
      put(fresh ? answer : order());
      list.classList.toggle("aq-locked", done);
      list.classList.toggle("aq-good", done);
    },
  };
}
