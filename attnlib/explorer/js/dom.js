// Texts come from explorer/_texts.py. Tokens are other people's text: nothing here ever becomes HTML.

// text(key, values): the text in the reader's language, with the values in its places.
export function textsOf(texts) {
  return (key, values = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => isolated(values[name] ?? ""));
}

// A word that is read from right to left, so that it does not turn round what stands beside it.
export const isolated = (text) => (/[\u0590-\u08ff\ufb1d-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);

// An element with attributes, listeners (on…) and children, which may be texts.
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
  element.append(...children);
  return element;
}

// W_Q as W with a small Q, in the hue of Q; everything else as it is.
export function named(text) {
  const parts = String(text).split(/\b([WXbd]_[QKVOk])\b/);
  return parts.map((
    part,
    k,
  ) => (k % 2 ? make("span", { class: `ax-hue-${part[2]}` }, part[0], make("sub", {}, part[2])) : part));
}

// An input whose text cannot be taken; a lone attribute would say nothing to a screen reader.
export const setInvalid = (
  input,
  invalid,
) => (invalid ? input.setAttribute("aria-invalid", "true") : input.removeAttribute("aria-invalid"));

// A text that is there already is changed, not replaced: that costs the browser less.
export const setText = (element, text) => {
  if (element.textContent === text) return;
  if (element.firstChild?.nodeType === Node.TEXT_NODE && element.childNodes.length === 1) {
    element.firstChild.data = text;
  } else element.textContent = text;
};

// Where each arrow key goes: so many rows down, so many columns to the right.
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
