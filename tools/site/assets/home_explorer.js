// The explorer of the first page shows the sentence that is chosen in the scene above it, once it is unfolded.
import { part, parts } from "./elements.js";

export function followScene(begin) {
  const unfolded = part(".numbers");
  if (!unfolded) return;
  const choices = parts(".scene input");
  let shown = 0; // it begins with the first sentence

  function follow() {
    const chosen = choices.findIndex((choice) => choice.checked);
    if (!unfolded.open || chosen === shown) return;
    const explorer = begin(part(".alive", unfolded));
    explorer.showSentence(chosen);
    explorer.select("output", 1 - chosen, chosen); // apple: the second word of the first sentence, food; then tech
    shown = chosen;
  }

  unfolded.open ||= location.hash.includes("front="); // an address keeps what a reader has changed
  unfolded.addEventListener("toggle", follow);
  for (const choice of choices) choice.addEventListener("change", follow);
}
