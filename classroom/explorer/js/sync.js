// Python follows the browser: changes are sent a little after the last one, and Python acknowledges them. Whoever
// writes last wins, the reader or the program; where the reader loses by it, it is said, and undo brings it back.
import { setText } from "../../web/js/dom.js";
import { same } from "./history.js";
import { chosenBy, decode, encode, stateNames } from "./state.js";

/** @import { Explorer } from "./explorer.js" */
/** @import { Model } from "../../web/js/model.js" */

const LOOKS = ["head", "large", "selected", "focus", "prediction", "judged"]; // what is looked at, beside the numbers
const PAUSE = 120; // milliseconds after the last change
const PATIENCE = 2500; // after which the page says that Python no longer follows

// The link of an explorer with Python. Returns { changed, connected, stop }.
/** @param {Explorer} app @param {Model} model */
export function follow(app, model) {
  const names = [...stateNames(), ...LOOKS];
  let tuple = [app.choices.selected, model.get("selected") ?? null]; // the same selection is the same tuple
  let last = get(); // as of the last change
  const given = { ...last }; // what the program has said last
  const newer = new Set(); // names that the reader has changed, until Python acknowledges it
  const heard = new Set(); // names that Python, or another view of this explorer, has just changed
  let sending = false;
  let ended = false; // JupyterLab tells when a kernel ends, which takes all widgets with it
  let /** @type {number | undefined} */ timer; // until Python is told
  let /** @type {number | undefined} */ patience; // until it is said not to follow

  function get() {
    const now = app.choices.selected;
    if (now !== tuple[0]) tuple = [now, now && [now.step, now.row, now.col]];
    const { head, large, focus, prediction, judged } = app.choices;
    return { ...app.state, head, large, focus, prediction, judged, selected: tuple[1] };
  }

  function changed() {
    const now = get();
    for (const name of names) if (now[name] !== last[name]) newer.add(name);
    last = now;
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  }

  function send() {
    timer = undefined;
    if (newer.size === 0) return;
    sending = true;
    model.set("_edit", (model.get("_edit") ?? 0) + 1); // first: acknowledged before a program answers the rest
    for (const name of newer) model.set(name, encode(last[name]));
    sending = false;
    // Where JupyterLab's kernel has been shut down, ipywidgets would only complain in the console.
    if (model.widget_manager?.kernel !== null) model.save_changes();
  }

  function followed() {
    if (model.get("_followed") < model.get("_edit")) return;
    if (timer === undefined) newer.clear();
    connected();
  }

  // Several traits that Python sets in one go are told one by one: wait until all are there.
  function told(name) {
    if (sending) return;
    if (heard.size === 0) queueMicrotask(takeOver);
    heard.add(name);
  }

  function takeOver() {
    const isReaders = heard.delete("_edit"); // in another view
    const all = [...heard].map((name) => [name, decode(model.get(name))]);
    heard.clear();
    const now = get();
    // What the reader has changed meanwhile is newer: Python does not know it yet, and will be told.
    const fresh = Object.fromEntries(all.filter(([name, x]) => !newer.has(name) && !same(x, now[name])));
    if (Object.keys(fresh).length > 0) adopt(fresh);
    if (isReaders) return;
    const lost = stateNames().filter((name) => name in fresh && !same(now[name], given[name]));
    Object.assign(given, fresh);
    if (lost.length > 0) app.tell(app.text("set_by_program", { names: lost.join(app.text("comma")) }));
  }

  function adopt(fresh) {
    const part = (isLook) =>
      Object.fromEntries(Object.entries(fresh).filter(([name]) => LOOKS.includes(name) === isLook));
    const [looks, numbers] = [part(true), part(false)];
    if ("selected" in looks) {
      tuple = [chosenBy(looks.selected), looks.selected];
      looks.selected = tuple[0];
    }
    Object.assign(app.choices, looks);
    Object.assign(last, fresh);
    if (Object.keys(numbers).length === 0 || !app.change(numbers)) app.paint();
  }

  function report(key) {
    const { python, alarm } = app.screen;
    python.dataset.state = key;
    setText(python, app.text(`python_${key}`));
    setText(alarm, ["lost", "unconnected"].includes(key) ? python.textContent : ""); // not at every edit
  }

  // ipywidgets marks what has no kernel.
  const isConnected = () => !ended && !app.screen.element.closest(".jupyter-widgets-disconnected");

  function connected() {
    clearTimeout(patience);
    report(isConnected() ? "follows" : "unconnected");
  }

  // By whichever view of this explorer.
  function waiting() {
    clearTimeout(patience);
    if (!isConnected()) return report("unconnected");
    report("waits");
    patience = setTimeout(() => report("lost"), PATIENCE);
  }

  function heardOfKernel(_, status) {
    if (!["restarting", "autorestarting", "terminating", "dead"].includes(status)) return;
    ended = true;
    connected();
  }

  const { statusChanged } = model.widget_manager?.kernel ?? {};
  statusChanged?.connect(heardOfKernel);
  const listeners = Object.entries({
    ...Object.fromEntries(names.map((name) => [`change:${name}`, () => told(name)])),
    "change:_edit": () => (waiting(), told("_edit")),
    "change:_followed": followed,
    "change:_kept": () => app.tell(app.text("kept")),
    comm_live_update: () => queueMicrotask(connected), // of ipywidgets, when a kernel has come or gone
  });
  for (const [event, listener] of listeners) model.on(event, listener);
  return {
    changed,
    connected,
    stop() {
      for (const [event, listener] of listeners) model.off(event, listener);
      statusChanged?.disconnect(heardOfKernel);
      clearTimeout(patience);
      if (timer !== undefined) {
        clearTimeout(timer);
        send();
      }
    },
  };
}
