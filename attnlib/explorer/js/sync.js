// Python follows the browser: a little after the last change it is told, and says when it has taken it over.
import { setText } from "./dom.js";
import { chosenBy, decode, encode, stateNames } from "./state.js";

const VIEW = ["head", "large", "selected", "prediction"]; // what is looked at, beside the numbers
const PAUSE = 120; // milliseconds after the last change
const PATIENCE = 2500; // after which a Python that has not answered is said not to follow

// The link of an explorer with Python. Returns { changed, stop }.
export function follow(app) {
  const names = [...stateNames(), ...VIEW];
  const { selected } = app.view;
  let tuple = [selected, app.model.get("selected") ?? null]; // the same selection is the same tuple
  const get = () => {
    const now = app.view.selected;
    if (now !== tuple[0]) tuple = [now, now && [now.step, now.row, now.col]];
    const { head, large, prediction } = app.view;
    return { ...app.state, head, large, prediction, selected: tuple[1] };
  };
  const adopt = (values) => {
    const look = Object.fromEntries(
      VIEW.filter((name) => name in values).map((name) => [name, values[name]]),
    );
    if ("selected" in look) look.selected = chosenBy(look.selected);
    if ("selected" in look) tuple = [look.selected, values.selected];
    Object.assign(app.view, look);
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !VIEW.includes(name)));
    app.renamed = "sentence" in rest;
    if (Object.keys(rest).length === 0 || !app.change(rest)) app.paint();
  };
  const report = (key) => {
    app.screen.python.dataset.state = key;
    setText(app.screen.python, app.text(`python_${key}`));
  };
  report("follows");
  return connect(app.model, names, get, adopt, report);
}

// names are the traits that both sides change; get() gives today's values, adopt(values) takes Python's.
// report("follows" | "waits" | "lost") is called when that changes. Returns { changed, stop }.
function connect(model, names, get, adopt, report) {
  const known = { ...get() };
  let /** @type {number | undefined} */ timer; // until Python is told
  let /** @type {number | undefined} */ patience; // until it is said not to follow
  let asked = false;

  function send() {
    timer = undefined;
    const now = get();
    const fresh = names.filter((name) => now[name] !== known[name]);
    if (fresh.length === 0) return;
    for (const name of fresh) {
      known[name] = now[name];
      model.set(name, encode(now[name]));
    }
    model.set("_edit", (model.get("_edit") ?? 0) + 1);
    // Where JupyterLab's kernel has been shut down, ipywidgets would only complain in the console.
    if (model.widget_manager?.kernel !== null) model.save_changes();
  }

  // By whichever view of this explorer.
  function edited() {
    report("waits");
    clearTimeout(patience);
    patience = setTimeout(() => report("lost"), PATIENCE);
  }

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  }

  function followed() {
    if (model.get("_followed") < model.get("_edit")) return;
    clearTimeout(patience);
    report("follows");
  }

  // Several traits that Python sets in one go are told one by one: wait until all are there.
  function told() {
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      const values = {};
      for (const name of names) {
        const value = decode(model.get(name));
        if (JSON.stringify(value) !== JSON.stringify(known[name])) values[name] = known[name] = value;
      }
      if (Object.keys(values).length > 0) adopt(values);
    });
  }

  for (const name of names) model.on(`change:${name}`, told);
  model.on("change:_edit", edited);
  model.on("change:_followed", followed);
  return {
    changed,
    stop() {
      for (const name of names) model.off(`change:${name}`, told);
      model.off("change:_edit", edited);
      model.off("change:_followed", followed);
      clearTimeout(patience);
      if (timer !== undefined) {
        clearTimeout(timer);
        send();
      }
    },
  };
}
