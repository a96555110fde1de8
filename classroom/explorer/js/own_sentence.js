// A box for a sentence of the reader's own, and the explorer of that sentence. In a notebook Python reads the sentence
// and makes the explorer; a page does it by itself, with the table of words that it fetches when it is first asked.
import { make, setInvalid, setText, tellApart, textsOf } from "../../web/js/dom.js";
import { keepKeys } from "../../web/js/keys.js";
import { openExplorer } from "./explorer.js";
import { readSentence } from "./known_words.js";

/**
 * @import { Model } from "../../web/js/model.js"
 * @import { Sentence, Table } from "./known_words.js"
 */

// anywidget calls this to show the box of a notebook.
/** @param {{ model: Model, el: HTMLElement }} widget */
export function renderBox({ model, el }) {
  const { texts, language } = model.get("_fixed");
  const box = makeBox(texts, language, (sentence) => {
    model.set("sentence", sentence);
    // After the kernel has been shut down, ipywidgets would only log an error.
    if (model.widget_manager?.kernel !== null) model.save_changes();
  });
  // Each by itself: an answer to the last sentence leaves alone the one that is being typed.
  const put = () => box.put(model.get("sentence"));
  const say = () => box.say(model.get("problem"));
  model.on("change:sentence", put);
  model.on("change:problem", say);
  put();
  say();
  el.append(box.element);
  return () => {
    model.off("change:sentence", put);
    model.off("change:problem", say);
    box.element.remove();
  };
}

// Show the box and the explorer on a page without Python.
/** @param {any} saved @param {HTMLElement} el @param {() => Promise<Table>} load */
export function renderOwnSentence(saved, el, load) {
  const { own: texts, language } = saved._fixed;
  const text = textsOf(texts);
  const box = makeBox(texts, language, async (sentence) => {
    const found = readSentence(sentence, await load(), text("between"));
    box.say("problem" in found ? text(found.problem, found.values) : "");
    if ("X" in found) change(found);
  });
  box.put(saved.sentence);
  el.append(box.element);
  let app = openExplorer(saved, el);
  return { readTheme: () => app.readTheme() };

  // Another sentence has another size, and so an explorer of its own; the reader's settings stay.
  /** @param {Sentence} found */
  function change(found) {
    const { temperature, scaling } = app.state;
    const { element } = app.screen;
    const settings = { temperature, scaling, large: app.choices.large };
    app.close();
    app = openExplorer({ _fixed: fixedWith(saved._fixed, found), state: settings }, el);
    tellApart(app.screen.element, found.words.join(" "));
    element.remove();
  }
}

// The constants of an explorer for other words: W_Q, W_K and W_V are those of every sentence.
/** @param {any} fixed @param {Sentence} found */
function fixedWith(fixed, { words, X }) {
  const sentence = { tokens: words, context_tokens: null, numbers: { X }, keep: null };
  return { ...fixed, start: { ...fixed.start, X }, sentences: [sentence] };
}

// The box. It asks whenever the reader has typed another sentence.
/**
 * @param {Record<string, string>} texts
 * @param {"en" | "zh"} language
 * @param {(sentence: string) => void} ask
 */
function makeBox(texts, language, ask) {
  const text = textsOf(texts);
  const field = make("input", {
    type: "text",
    class: "ax-number",
    enterkeyhint: "go",
    autocomplete: "off",
    placeholder: text("press_enter"),
  });
  const problem = make("p", { role: "status" });
  const element = make(
    "div",
    { class: "ax ax-own", lang: language === "zh" ? "zh-CN" : "en" },
    make("label", {}, make("span", {}, text("field")), field),
    problem,
  );
  field.addEventListener("change", () => ask(field.value));
  keepKeys(element);
  return {
    element,
    /** @param {string} sentence */
    put(sentence) {
      if (field.value !== sentence) field.value = sentence;
    },
    /** @param {string} why the sentence cannot be shown, if it cannot */
    say(why) {
      setInvalid(field, Boolean(why));
      setText(problem, why);
    },
  };
}
