// A text box for a number or a shape.
import { make, setInvalid } from "../../web/js/dom.js";
import { fullText } from "../../web/js/numbers.js";
import { readNumber, readShape } from "./reading.js";

const read = { number: readNumber, shape: readShape };
const written = {
  number: fullText,
  shape: (sizes) => `(${sizes.join(", ")}${sizes.length === 1 ? "," : ""})`,
};

export function makeBox(app) {
  const { kind, unit, right: { answer: wanted } } = app.fixed;
  const input = make("input", {
    type: "text",
    class: "ax-number aq-box",
    "aria-labelledby": app.labelId,
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "done",
  });
  input.addEventListener("input", () => setInvalid(input, false));
  return {
    element: make("div", { class: "aq-boxed" }, input, unit ? make("span", {}, unit) : ""),
    read() {
      const given = read[kind](input.value, unit, Number.isInteger(wanted) && wanted >= 1000);
      setInvalid(input, given === null);
      if (given !== null) return { given };
      const key = input.value.trim() === "" ? `${kind}_first` : `no_${kind}`;
      return { problem: app.text(key, { text: input.value.trim().slice(0, 40) }) };
    },
    said: (given) => written[kind](given) + unit.replace(/^(?=[A-Z])/, "\u00a0"),
    update({ given, done, right }) {
      input.readOnly = done;
      const answer = app.get("shown") ? right : given;
      if (answer !== null && (done || input.value === "")) input.value = written[kind](answer);
    },
  };
}
