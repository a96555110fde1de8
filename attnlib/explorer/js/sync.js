// Python follows the browser: a little after the last change it is told, and says when it has taken it over.

const PAUSE = 120; // milliseconds after the last change
const PATIENCE = 2500; // after which a Python that has not answered is said not to follow

// Arrays travel as bytes; in a saved page these are base64.
export function decode(value) {
  if (value === null || value === undefined || value.shape === undefined) return value ?? null;
  const bytes = bytesOf(value.data);
  const size = value.shape.reduce((a, b) => a * b, 1);
  const flat = bytes.length === size
    ? Array.from(bytes, (x) => x !== 0)
    : Array.from(new Float64Array(bytes.buffer));
  return fold(flat, value.shape);
}

function bytesOf(data) {
  if (typeof data === "string") return Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  return new Uint8Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}

function fold(flat, shape) {
  if (shape.length < 2) return flat;
  const step = flat.length / shape[0];
  return Array.from(
    { length: shape[0] },
    (_, k) => fold(flat.slice(k * step, (k + 1) * step), shape.slice(1)),
  );
}

export function encode(value) {
  if (!Array.isArray(value) || typeof value[0] === "string") return value; // what is selected: ["W_Q", 1, 0]
  const shape = [];
  for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  const flat = value.flat(shape.length);
  const array = typeof flat[0] === "boolean" ? Uint8Array.from(flat) : Float64Array.from(flat);
  return { shape, data: new DataView(array.buffer) };
}

// names are the traits that both sides change; get() gives today's values, adopt(values) takes Python's.
// report("follows" | "waits" | "lost") is called when that changes. Returns { changed, stop }.
export function connect(model, names, get, adopt, report) {
  const known = { ...get() };
  let [timer, patience, asked] = [null, null, false];

  function send() {
    timer = null;
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
      if (timer !== null) {
        clearTimeout(timer);
        send();
      }
    },
  };
}
