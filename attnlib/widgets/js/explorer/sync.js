// Python follows the browser: changes are sent a little after the last one, and Python acknowledges them.
import { setText } from "../shared/dom.js";
import { same } from "./history.js";
import { chosenBy, decode, encode, stateNames } from "./state.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Model } from "./state.js" */

const CHOICES = ["head", "large", "selected", "focus", "prediction"]; // what is looked at, beside the numbers
const PAUSE = 120; // milliseconds after the last change
const PATIENCE = 2500; // after which the page says that Python no longer follows

// The link of an explorer with Python. Returns { changed, stop }.
/** @param {Explorer} app @param {Model} model */
export function follow(app, model) {
  const names = [...stateNames(), ...CHOICES];
  const { selected } = app.choices;
  let tuple = [selected, model.get("selected") ?? null]; // the same selection is the same tuple
  const get = () => {
    const now = app.choices.selected;
    if (now !== tuple[0]) tuple = [now, now && [now.step, now.row, now.col]];
    const { head, large, focus, prediction } = app.choices;
    return { ...app.state, head, large, focus, prediction, selected: tuple[1] };
  };
  const adopt = (values) => {
    const look = Object.fromEntries(
      CHOICES.filter((name) => name in values).map((name) => [name, values[name]]),
    );
    if ("selected" in look) look.selected = chosenBy(look.selected);
    if ("selected" in look) tuple = [look.selected, values.selected];
    Object.assign(app.choices, look);
    const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !CHOICES.includes(name)));
    if (Object.keys(rest).length === 0 || !app.change(rest)) app.paint();
  };
  const report = (key) => {
    const { python, alarm } = app.screen;
    python.dataset.state = key;
    setText(python, app.text(`python_${key}`));
    setText(alarm, ["lost", "unconnected"].includes(key) ? python.textContent : ""); // not at every edit
  };
  // ipywidgets marks what has no kernel, and JupyterLab tells when a kernel ends, which takes all widgets with it.
  let ended = false;
  const isConnected = () => !ended && !app.screen.element.closest(".jupyter-widgets-disconnected");
  const link = connect(model, names, get, adopt, report, isConnected);
  const told = () => app.tell(app.text("kept"));
  model.on("change:_kept", told);
  const { statusChanged } = model.widget_manager?.kernel ?? {};
  const heard = (_, status) => {
    if (!["restarting", "autorestarting", "terminating", "dead"].includes(status)) return;
    ended = true;
    link.connected();
  };
  statusChanged?.connect(heard);
  return {
    ...link,
    stop() {
      model.off("change:_kept", told);
      statusChanged?.disconnect(heard);
      link.stop();
    },
  };
}

// names are the traits that both sides change; get() gives today's values, adopt(values) takes Python's, and
// report("follows" | "waits" | "lost" | "unconnected") says how they stand. Returns { changed, connected,
// stop }.
//
// Python, or another view of this explorer, may change a trait while the reader edits: a trait that the reader has
// changed since both last agreed keeps the reader's value, and every other trait takes theirs.
function connect(model, names, get, adopt, report, isConnected) {
  let common = { ...get() }; // what Python has told or acknowledged last
  let sent = null; // what Python will have once it has received everything sent
  let sending = false;
  let asked = false;
  let /** @type {number | undefined} */ timer; // until Python is told
  let /** @type {number | undefined} */ patience; // until it is said not to follow

  function send() {
    timer = undefined;
    const now = get();
    const expected = sent ?? common;
    const changed = names.filter((name) => !same(now[name], expected[name]));
    if (changed.length === 0) return;
    sent = { ...expected };
    sending = true;
    for (const name of changed) {
      sent[name] = now[name];
      model.set(name, encode(now[name]));
    }
    model.set("_edit", (model.get("_edit") ?? 0) + 1);
    sending = false;
    // Where JupyterLab's kernel has been shut down, ipywidgets would only complain in the console.
    if (model.widget_manager?.kernel !== null) model.save_changes();
  }

  // By whichever view of this explorer.
  function waiting() {
    clearTimeout(patience);
    if (!isConnected()) return report("unconnected");
    report("waits");
    patience = setTimeout(() => report("lost"), PATIENCE);
  }

  function connected() {
    clearTimeout(patience);
    report(isConnected() ? "follows" : "unconnected");
  }

  const later = () => queueMicrotask(connected); // when the mark has been set

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  }

  function followed() {
    if (model.get("_followed") < model.get("_edit")) return;
    common = sent ?? common;
    sent = null;
    connected();
  }

  // Several traits that Python sets in one go are told one by one: wait until all are there.
  function told() {
    if (asked || sending) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      const now = get();
      const fresh = {};
      for (const name of names) {
        const theirs = decode(model.get(name));
        if (same(theirs, (sent ?? common)[name])) continue;
        const isMine = (values) => !same(values[name], common[name]);
        if (!isMine(now) && !same(theirs, now[name])) fresh[name] = theirs;
        if (sent && !isMine(sent)) sent[name] = theirs;
        common[name] = theirs;
      }
      if (Object.keys(fresh).length > 0) adopt(fresh);
    });
  }

  for (const name of names) model.on(`change:${name}`, told);
  model.on("change:_edit", waiting);
  model.on("change:_followed", followed);
  model.on("comm_live_update", later); // of ipywidgets: a kernel has come or gone
  return {
    changed,
    connected,
    stop() {
      model.off("comm_live_update", later);
      for (const name of names) model.off(`change:${name}`, told);
      model.off("change:_edit", waiting);
      model.off("change:_followed", followed);
      clearTimeout(patience);
      if (timer !== undefined) {
        clearTimeout(timer);
        send();
      }
    },
  };
}
