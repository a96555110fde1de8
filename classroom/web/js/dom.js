// Texts come from texts.toml. Tokens are other people's text: nothing here ever becomes HTML.

// Return text(key, values): the text in the reader's language with the values filled in.
/** @param {Record<string, string>} texts @returns {(key: string, values?: Record<string, any>) => string} */
export function textsOf(texts) {
  return (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => isolated(values[name] ?? ""));
}

// Isolate a right-to-left word, so that it does not reorder its neighbours.
/** @param {any} text */
export const isolated = (text) => (/[\u0590-\u08ff\ufb1d-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);

// Make an element with attributes, listeners (on…) and children, which may be texts. What is null is left out.
/**
 * @param {string} tag such as "p" or "svg:line"
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any} the element, of whatever kind it is
 */
export function make(tag, attributes = {}, ...children) {
  const element = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  for (const child of children) if (child !== null && child !== undefined) element.append(child);
  return element;
}

// Make a named group of fields. Not a fieldset: WebKit puts its legend above the fields.
export function group(id, name, ...fields) {
  const label = make("span", { id, class: "ax-group-name" }, name);
  return make("div", { role: "group", class: "ax-group", "aria-labelledby": id }, label, ...fields);
}

// Write W_Q as W with a small Q in the hue of Q, and q_i as q with a small i; all else stays.
export function named(text) {
  const parts = String(text).split(/\b([WXbdqk]_(?:[QKVOkvijq0-9]|model|ff))\b/);
  const lowered = (name) =>
    make("span", { class: `ax-hue-${name.slice(2)}` }, name[0], make("sub", {}, name.slice(2)));
  return parts.map((part, k) => k % 2 ? lowered(part) : part);
}

// Mark an input whose text cannot be used, or remove the mark.
export function setInvalid(input, invalid) {
  if (invalid) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

// Change the text of an element. To change a text node costs the browser less than to replace it.
export const setText = (element, text) => {
  if (element.textContent === text) return;
  if (element.firstChild?.nodeType === Node.TEXT_NODE && element.childNodes.length === 1) {
    element.firstChild.data = text;
  } else element.textContent = text;
};

// Name the regions of a widget apart from those of others: a page has several of a kind.
/** @param {Element} element @param {string | number} name */
export function tellApart(element, name) {
  const kind = "section, aside, [role=region]";
  for (const region of [...(element.matches(kind) ? [element] : []), ...element.querySelectorAll(kind)]) {
    region.setAttribute("aria-label", `${region.getAttribute("aria-label")} ${name}`);
  }
}

// Each arrow key as [rows down, columns to the right].
/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
