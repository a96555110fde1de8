// A number box and a slider that move together. The box refuses a number out of range with a message,
// and shows the previous number again.
import { make, setText, textsOf } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";

const PACE = 300; // milliseconds from one value to the next while it plays

export function render({ model, el }) {
  const { name, min, max, step, plays, language, texts } = model.get("_fixed");
  const text = textsOf(texts);
  const range = make("input", { type: "range", min, max, step, "aria-label": name });
  const box = make("input", { type: "number", min, max, step, class: "ax-number" });
  const said = make("span", { role: "alert" });
  const button = make("button", { type: "button" });
  let /** @type {number | undefined} */ timer;

  const show = () => (range.value = box.value = String(model.get("value")));
  const set = (x) => {
    range.value = String(x); // goes to the nearest step
    setText(said, "");
    model.set("value", Number(range.valueAsNumber.toFixed(10)));
    model.save_changes();
    show();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    setText(button, `▶ ${text("play")}`);
  };
  const next = () => (model.get("value") + step <= max + step / 2 ? set(model.get("value") + step) : stop());
  const typed = () => {
    const x = box.valueAsNumber;
    if (x >= min && x <= max) return set(x);
    const given = box.value || text("nothing");
    show();
    setText(said, text("range", { name, low: min, high: max, given, kept: model.get("value") }));
  };

  range.addEventListener("input", () => (stop(), set(range.valueAsNumber)));
  box.addEventListener("change", () => (stop(), typed()));
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (model.get("value") >= max) set(min);
    timer = setInterval(next, PACE);
    setText(button, `❚❚ ${text("pause")}`);
  });
  model.on("change:value", show);
  stop();
  show();
  const element = make(
    "div",
    { class: "ax ax-slider", role: "group", "aria-label": name, lang: language === "zh" ? "zh-CN" : "en" },
    make("label", {}, name, box),
    range,
    plays ? button : null,
    said,
  );
  keepKeys(element);
  el.append(element);
  return () => {
    stop();
    model.off("change:value", show);
    element.remove();
  };
}
