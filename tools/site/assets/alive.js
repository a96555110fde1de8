// Explorers and questions, from the state that the notebook keeps of each. Each begins when it comes into sight: a
// phone that began all of a lesson at once would not answer for seconds.
import { tellApart } from "../../../classroom/web/js/dom.js";
import { keepAnswers, recallAnswer } from "./answers.js";
import { part, parts } from "./elements.js";

const NEAR = "400px 0px"; // that far out of sight, so that a reader who scrolls finds it there

// widgets and shared are by kind: what shows it, and what is the same for all of a kind. Returns begin(place), which
// shows one that is not there yet, and returns it.
export function showWidgets(widgets, shared) {
  const places = parts(".alive");
  const shown = new Map();
  const sight = new IntersectionObserver(
    (entries) => {
      const near = entries.filter((entry) => entry.isIntersecting);
      for (const { target } of near) setTimeout(begin, 0, target); // between two, the page answers
    },
    { rootMargin: NEAR },
  );

  function begin(place) {
    if (!shown.has(place)) shown.set(place, show(place, places.indexOf(place) + 1, widgets, shared));
    sight.unobserve(place);
    return shown.get(place);
  }

  for (const place of places) sight.observe(place);
  addEventListener("beforeprint", () => {
    for (const picture of parts("img[loading=lazy]")) picture.loading = "eager";
  });
  addEventListener("theme", () => shown.forEach((widget) => widget.readTheme?.()));
  return begin;
}

function show(place, number, widgets, shared) {
  const text = part("script", place).textContent;
  const { kind, arrays } = JSON.parse(text);
  const { state } = JSON.parse(text, (key, value) => key === "data" ? arrays[value] ?? value : value);
  Object.assign(state._fixed, shared.explorer, shared[kind]); // several kinds have an explorer within
  const { key } = place.dataset;
  if (kind === "question") recallAnswer(state, key);
  const widget = widgets[kind](state, place, key);
  if (kind === "question") keepAnswers(widget.model, key);
  if (kind !== "explorer") tellApart(place, number); // an explorer counts by itself
  place.classList.add("begun");
  return widget;
}
