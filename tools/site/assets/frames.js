// The stored frames of `live`: its controls choose among them.
import { part, parts } from "./elements.js";

const PACE = 300; // milliseconds a frame

export function showFrames(words) {
  for (const [k, place] of parts(".frames").entries()) show(place, `frames-${k}`, words);
}

function show(place, id, words) {
  const { controls, frames } = JSON.parse(part("script", place).textContent);
  const screen = part(".frame", place);
  const at = controls.map(({ start }) => start);
  const all = /** @type {any[]} */ ([]);

  // All frames are fetched when a control is first touched, and a picture is shown once it is there: nothing flickers.
  function load() {
    if (all.length) return;
    for (const html of frames) {
      const frame = document.createElement("template");
      frame.innerHTML = html;
      const picture = frame.content.querySelector("img");
      if (picture) picture.loading = "eager";
      all.push(document.importNode(frame.content, true).firstElementChild);
    }
  }

  async function draw() {
    load();
    const chosen = at.join();
    const frame = all[at.reduce((sum, k, n) => sum * controls[n].values.length + k, 0)];
    await frame.querySelector("img")?.decode().catch(() => {});
    if (chosen === at.join()) screen.replaceChildren(frame);
  }

  const row = document.createElement("div");
  row.className = "frame-controls";
  controls.forEach((control, n) => {
    const set = (value) => {
      at[n] = value;
      draw();
    };
    const one = document.createElement("span");
    one.append(...made(control, `${id}-${n}`, set, controls.length === 1 ? words : null));
    row.append(one);
  });
  row.addEventListener("pointerenter", load);
  row.addEventListener("focusin", load);
  place.insertBefore(row, screen);
}

// The label of a control, the control itself, and for a lone slider a button that plays.
function made(control, id, set, words) {
  const label = document.createElement("label");
  label.htmlFor = id;
  label.textContent = control.name;
  if (control.kind === "Checkbox") return [box(control, id, set), label];
  if (control.kind === "Dropdown") return [label, list(control, id, set)];
  const { slider, said, go } = scale(control, id, set);
  return [label, slider, said, ...(words ? [player(control, slider, go, words)] : [])];
}

function box({ start }, id, set) {
  const input = document.createElement("input");
  Object.assign(input, { type: "checkbox", id, checked: start === 1 });
  input.addEventListener("input", () => set(Number(input.checked)));
  return input;
}

function list({ values, start }, id, set) {
  const select = document.createElement("select");
  select.id = id;
  select.append(...values.map((value) => new Option(value)));
  select.selectedIndex = start;
  select.addEventListener("input", () => set(select.selectedIndex));
  return select;
}

function scale({ values, start }, id, set) {
  const slider = document.createElement("input"), said = document.createElement("output");
  Object.assign(slider, { type: "range", id, min: "0", max: String(values.length - 1) });
  said.htmlFor.add(id);
  const say = (at) => {
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", said.textContent = values[at]);
  };
  const go = (at) => {
    say(at);
    set(at);
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  say(start);
  return { slider, said, go };
}

function player({ values }, slider, go, words) {
  const button = document.createElement("button");
  let /** @type {number | undefined} */ timer;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    button.textContent = `▶ ${words.play}`;
  };
  const next = () => {
    const at = Number(slider.value);
    at + 1 < values.length ? go(at + 1) : stop();
  };
  button.type = "button";
  button.addEventListener("click", () => {
    if (timer) return stop();
    if (Number(slider.value) === values.length - 1) go(0);
    timer = setInterval(next, PACE);
    button.textContent = `❚❚ ${words.pause}`;
  });
  slider.addEventListener("input", stop);
  stop();
  return button;
}
