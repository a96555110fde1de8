// A question shows what was answered before, and its answers are kept.
import { keep, kept, pageName } from "./memory.js";
import { parts } from "./elements.js";

const TRAITS = ["_given", "right", "tries", "shown"];
/** @type {Record<string, (given: any, fixed: any) => boolean>} whether an answer fits, though the question may be newer */
const FITS = {
  choices: (given, { choices }) => Number.isInteger(given) && given in choices,
  number: (given) => typeof given === "number",
  shape: (given) => Array.isArray(given),
};

export function recallAnswer(state, key) {
  const answer = kept().answers[pageName()]?.[key];
  if (answer && (answer._given === null || FITS[state._fixed.kind]?.(answer._given, state._fixed))) {
    Object.assign(state, answer);
  }
}

export function keepAnswers(model, key) {
  const questions = parts(".alive.question").map((place) => place.dataset.key);
  const page = pageName();
  const note = () =>
    keep((now) => {
      const answers = now.answers[page] ??= {};
      answers[key] = /** @type {any} */ (Object.fromEntries(TRAITS.map((name) => [name, model.get(name)])));
      const isDone = (one) => answers[one]?.right === true || answers[one]?.shown === true;
      now.finished = [...new Set([...now.finished, page])].filter((one) =>
        one !== page || questions.every(isDone)
      );
    });
  for (const name of TRAITS) model.on(`change:${name}`, note);
}
