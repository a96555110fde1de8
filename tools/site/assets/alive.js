// Explorers and questions, from the state that the notebook keeps of each.
import { part, parts } from "./parts.js";

// widgets and shared are by kind: what shows it, and what is the same for all of a kind.
export function showWidgets(widgets, shared) {
  for (const [k, place] of parts(".alive").entries()) {
    const text = part("script", place).textContent;
    const { kind, arrays } = JSON.parse(text);
    const { state } = JSON.parse(text, (key, value) => key === "data" ? arrays[value] ?? value : value);
    Object.assign(state._fixed, shared[kind]);
    widgets[kind](state, place, place.dataset.key);
    for (const region of place.querySelectorAll("section, aside, [role=region]")) {
      region.setAttribute("aria-label", `${region.getAttribute("aria-label")} ${k + 1}`); // of several
    }
  }
}
