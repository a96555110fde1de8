// What is on the screen as a file for a slide: an SVG of shapes and texts, each where the browser shows it and in
// the colours that it has there, or the same as a PNG. Only what every program reads: no style sheet, no
// foreignObject, no font; and tokens become texts, never markup.
import { make } from "../shared/dom.js";

/** @import { Explorer } from "./explorer.js" */

/**
 * @typedef {object} Pen what is drawn with
 * @property {{ z: number, node: Element }[]} pieces what has been drawn; of a higher z it lies above the others
 * @property {number} z
 * @property {DOMRect | null} clip outside of which nothing is seen
 * @property {string} family the fonts that need not be named again
 * @property {CanvasRenderingContext2D} ruler what measures texts
 * @property {{ node: Element | null, block: Element | null, right: number, y: number }} line the last text
 */

const PARTS = ":scope > :is(.ax-goal, .ax-ask, .ax-stage, .ax-pinned), .ax-top > .ax-minis";
const CONTROLS = ".ax-player, button:not(.ax-word, .ax-mini), select, textarea, input[type=range]";
const MARGIN = 12; // pixels
const DENSITY = 2; // pixels of a PNG for one of the page

// Save the picture as a file of that kind, "svg" or "png"; its name, when that is done.
/** @param {Explorer} app @param {string} kind @returns {Promise<string>} */
export function saveDrawing(app, kind) {
  const svg = drawingOf(app);
  const text = new XMLSerializer().serializeToString(svg);
  const file = kind === "png"
    ? pngOf(svg, text)
    : Promise.resolve(new Blob([text], { type: "image/svg+xml" }));
  const name = `${["attention", ...namesIn(app.fixed.name)].join("-")}.${kind}`;
  return file.then((blob) => {
    const href = URL.createObjectURL(blob);
    make("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000); // when it has surely been read
    return name;
  });
}

// Of any name what may stand in that of a file.
const namesIn = (name) => name.slice(0, 60).match(/[\p{L}\p{N}_]+/gu) ?? [];

// As large as it is on the page, and drawn so much finer.
function pngOf(svg, text) {
  const [width, height] = ["width", "height"].map((side) => DENSITY * Number(svg.getAttribute(side)));
  const image = new Image(width, height);
  const canvas = make("canvas", { width, height });
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  return image.decode().then(() => {
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    return new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed()), "image/png")
    );
  });
}

// The picture as an SVG: what is asked, the heads, and the stage, but for what the reader presses.
/** @param {Explorer} app @returns {SVGElement} */
export function drawingOf(app) {
  const { element } = app.screen;
  const style = getComputedStyle(element);
  const ruler = make("canvas").getContext("2d");
  const pen = { pieces: [], z: 0, clip: null, family: style.fontFamily, ruler, line: openLine() };
  for (const part of element.querySelectorAll(PARTS)) draw(pen, part);
  const all = make("svg:g", {}, ...sorted(pen));
  const { x, y, width, height } = extentOf(element, all);
  all.setAttribute("transform", `translate(${MARGIN - x} ${MARGIN - y})`);
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  return make(
    "svg:svg",
    {
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: "img",
      "xml:space": "preserve", // or some programs drop the blank before a word in bold
      "font-family": style.fontFamily,
      style: "font-variant-numeric: tabular-nums",
    },
    make("svg:title", {}, readable(app.text("title"))),
    make("svg:rect", { ...size, ...paint("fill", style.backgroundColor) }),
    all,
  );
}

// Of all that is drawn, in whole pixels.
function extentOf(element, all) {
  const hidden = make(
    "svg:svg",
    { width: 1, height: 1, style: "position: absolute; visibility: hidden" },
    all,
  );
  element.append(hidden);
  const { x, y, width, height } = all.getBBox();
  hidden.remove();
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}

const sorted = (pen) => [...pen.pieces].sort((a, b) => a.z - b.z).map(({ node }) => node);

const add = (pen, tag, attributes, ...children) =>
  pen.pieces.push({ z: pen.z, node: make(`svg:${tag}`, attributes, ...children) });

// An element, and what it holds.
/** @param {Pen} pen @param {Element} element */
function draw(pen, element) {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const isSeen = style.display !== "none" && style.visibility === "visible" && style.clipPath === "none";
  if (!isSeen || element.matches(CONTROLS) || isOutside(box, pen.clip)) return;
  const z = style.position === "static" || style.zIndex === "auto" ? pen.z : Number(style.zIndex);
  const clip = style.overflowY === "visible" ? pen.clip : box;
  const own = { ...pen, z, clip, pieces: Number(style.opacity) < 1 ? [] : pen.pieces };
  drawBox(own, style, box);
  if (element instanceof SVGSVGElement) [...element.children].forEach((one) => drawShape(own, one));
  else if (element instanceof HTMLCanvasElement) drawCanvas(own, element, box);
  else if (element instanceof HTMLInputElement) drawInput(own, element, style, box);
  else {
    for (const node of element.childNodes) {
      if (node instanceof Element) draw(own, node);
      else if (node instanceof Text) drawText(own, node, style, box);
    }
    drawSign(own, element, style, box);
  }
  if (own.pieces === pen.pieces) return;
  pen.pieces.push({ z, node: make("svg:g", { opacity: style.opacity }, ...sorted(own)) });
}

const isOutside = (box, clip) =>
  clip !== null &&
  (box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom);

// Colours

// A colour as the browser has computed it, as attributes: SVG knows neither color() nor an alpha in a colour.
function paint(name, color) {
  const [r, g, b, alpha = 1] = (/^(rgb|color\(srgb)/.test(color) ? color.match(/-?[\d.]+(e-?\d+)?/g) : null)
    ?.map(Number) ?? [0, 0, 0, 0];
  if (alpha === 0) return { [name]: "none" };
  const full = color.startsWith("color") ? 255 : 1;
  const hex = (part) => Math.round(Math.min(Math.max(part * full, 0), 255)).toString(16).padStart(2, "0");
  const solid = { [name]: `#${hex(r)}${hex(g)}${hex(b)}` };
  return alpha < 1 ? { ...solid, [`${name}-opacity`]: alpha } : solid;
}

const isPainted = (color) => paint("fill", color).fill !== "none";

const rounded = (x) => Math.round(x * 100) / 100;

// Boxes: what lies behind a text, and the frames around it

/** @param {Pen} pen */
function drawBox(pen, style, box) {
  const radius = parseFloat(style.borderTopLeftRadius) || 0;
  const shadows = shadowsOf(style.boxShadow);
  const fill = (grow, color, at = box, round = radius) =>
    isPainted(color) && add(pen, "rect", { ...rect(at, grow, round), ...paint("fill", color) });
  const frame = (grow, width, color) =>
    // so wide, its outer edge grown by so much
    add(pen, "rect", {
      ...rect(box, grow - width / 2, radius),
      fill: "none",
      ...paint("stroke", color),
      "stroke-width": width,
    });
  for (const { spread, color } of shadows.filter((one) => !one.inset).reverse()) fill(spread, color);
  fill(0, style.backgroundColor);
  if (style.backgroundImage.includes("repeating-linear-gradient")) drawHatch(pen, style.backgroundImage, box);
  for (const { spread, color } of shadows.filter((one) => one.inset)) frame(0, spread, color);
  const side = (name) => {
    const [color, line] = ["Color", "Style"].map((one) => style[`border${name}${one}`]);
    const isSeen = line !== "none" && isPainted(color);
    return { color, width: isSeen ? parseFloat(style[`border${name}Width`]) : 0 };
  };
  const [right, left, top] = ["Right", "Left", "Top"].map(side); // one of which may be thicker than the others
  if (right.width > 0) frame(0, right.width, right.color);
  const edge = (width, height, { color }) => fill(0, color, new DOMRect(box.left, box.top, width, height), 0);
  if (left.width > right.width) edge(left.width, box.height, left);
  if (top.width > right.width) edge(box.width, top.width, top);
  const outline = style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth);
  if (outline > 0) frame(parseFloat(style.outlineOffset) + outline, outline, style.outlineColor);
}

function rect(box, grow, radius) {
  return {
    x: rounded(box.left - grow),
    y: rounded(box.top - grow),
    width: rounded(Math.max(box.width + 2 * grow, 0)),
    height: rounded(Math.max(box.height + 2 * grow, 0)),
    rx: radius > 0 ? rounded(Math.max(radius + grow, 0)) : null,
  };
}

// Those that are frames: neither moved nor blurred.
function shadowsOf(boxShadow) {
  const all = boxShadow === "none" ? [] : boxShadow.split(/,\s*(?![^(]*\))/);
  return all.flatMap((one) => {
    const [color] = one.match(/^\S+\([^)]*\)/) ?? [""];
    const [x, y, blur, spread] = one.slice(color.length).match(/-?[\d.]+(?=px)/g)?.map(Number) ?? [1];
    return x || y || blur ? [] : [{ color, spread, inset: one.endsWith("inset") }];
  });
}

// What is masked: thin lines across, and a dark corner, in the colours of the gradients that the style has.
function drawHatch(pen, image, { left, top, width, height }) {
  const colors = image.match(/\w+\((?:srgb )?[\d., /e-]+\)/g) ?? [];
  const [soft, line, dark] = [colors.at(-4), colors.at(-1), colors.at(-6)];
  add(pen, "rect", { ...rect(new DOMRect(left, top, width, height), 0, 0), ...paint("fill", soft) });
  const ends = [];
  for (let far = 4.5 * Math.SQRT2; far < width + height; far += 5 * Math.SQRT2) { // x + y of a line
    const from = [Math.max(far - height, 0), Math.min(far, height)];
    const to = [Math.min(far, width), Math.max(far - width, 0)];
    ends.push([from, to].map(([x, y]) => `${rounded(left + x)} ${rounded(top + y)}`).join("L"));
  }
  add(pen, "path", { d: ends.map((one) => `M${one}`).join(""), fill: "none", ...paint("stroke", line) });
  if (colors.length < 6) return;
  const corner = `M${rounded(left)} ${rounded(top)}h8.5l-8.5 8.5z`;
  add(pen, "path", { d: corner, ...paint("fill", dark) });
}

// Texts

const openLine = () => ({ node: null, block: null, right: 0, y: 0 });

/** @param {Pen} pen @param {Text} node */
function drawText(pen, node, style, frame) {
  if (node.data.trim() === "") return;
  const block = blockOf(node.parentElement);
  for (const { text, box } of linesOf(node)) {
    if (isOutside(box, pen.clip)) continue;
    const isCut = style.textOverflow === "ellipsis" && box.right > frame.right + 0.5;
    const right = isCut ? frame.right - parseFloat(style.paddingRight) : box.right;
    const said = isCut ? shortened(pen, text, style, right - box.left) : text;
    const { line } = pen;
    const y = baseline(pen, style, box);
    const goesOn = line.node === pen.pieces.at(-1)?.node && line.block === block &&
      Math.abs(y - line.y) < parseFloat(style.fontSize) / 2 && box.left > line.right - 1;
    if (goesOn) writeOn(pen, said, style, box.left - line.right, y - line.y);
    else line.node = write(pen, said, style, box, box.left, right);
    Object.assign(line, { block, right, y });
  }
}

// The paragraph or the like in which an element stands.
function blockOf(element) {
  while (getComputedStyle(element).display === "inline") element = element.parentElement;
  return element;
}

// A text between two places of the page, at that height. Returns it if it begins at the first of these.
/** @param {Pen} pen */
function write(pen, text, style, box, left, right, align = style.textAlign) {
  const turned = parseFloat(style.rotate) || 0;
  const anchor = turned || align.endsWith("center") ? "middle" : /right$|end$/.test(align) ? "end" : null;
  const x = rounded(anchor === "middle" ? (left + right) / 2 : anchor === "end" ? right : left);
  add(pen, "text", {
    x,
    y: rounded(baseline(pen, style, box)),
    "text-anchor": anchor,
    transform: turned ? `rotate(${turned} ${x} ${rounded((box.top + box.bottom) / 2)})` : null,
    ...fontOf(pen, style, 1),
    ...paint("fill", style.color),
  }, readable(text));
  return anchor ? null : pen.pieces[pen.pieces.length - 1].node;
}

// What goes on in a line goes on in its text, as far to the right and as much lower: so it stays a line where a
// program takes another font.
/** @param {Pen} pen */
function writeOn(pen, text, style, right, down) {
  const blank = measured(pen, " ", style).width;
  const isApart = right > blank / 2;
  const attributes = {
    dx: rounded(right - (isApart ? blank : 0)) || null,
    dy: rounded(down) || null,
    ...fontOf(pen, style, 1),
    "font-weight": style.fontWeight,
    ...paint("fill", style.color),
  };
  pen.line.node?.append(make("svg:tspan", attributes, `${isApart ? " " : ""}${readable(text)}`));
}

/** @param {Pen} pen */
function baseline(pen, style, { top, bottom }) {
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = measured(pen, "x", style);
  return (top + bottom + up - down) / 2;
}

/** @param {Pen} pen */
const fontOf = (pen, style, scale) => ({
  "font-size": rounded(parseFloat(style.fontSize) * scale),
  "font-weight": style.fontWeight === "400" ? null : style.fontWeight,
  "font-style": style.fontStyle === "normal" ? null : style.fontStyle,
  "font-family": style.fontFamily === pen.family ? null : style.fontFamily,
  "letter-spacing": parseFloat(style.letterSpacing) || null,
});

/** @param {Pen} pen */
function measured({ ruler }, text, { fontStyle, fontWeight, fontSize, fontFamily }) {
  ruler.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  return ruler.measureText(text);
}

/** @param {Pen} pen */
function shortened(pen, text, style, room) {
  const letters = [...text];
  while (letters.length > 0 && measured(pen, `${letters.join("")}…`, style).width > room) letters.pop();
  return `${letters.join("")}…`;
}

// What XML cannot hold is shown as what cannot be shown.
const readable = (text) =>
  text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");

// The lines that a text is broken into, without the blanks around them: what each says, and its box.
/** @param {Text} node @returns {{ text: string, box: DOMRect }[]} */
function linesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  const whole = range.getClientRects();
  if (whole.length === 1 && node.data === node.data.trim()) return [{ text: node.data, box: whole[0] }];
  const lines = /** @type {{ from: number, to: number, bottom: number }[]} */ ([]);
  let at = 0;
  for (const letter of node.data) {
    range.setStart(node, at);
    range.setEnd(node, at += letter.length);
    if (letter.trim() === "") continue;
    const { top, bottom } = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && (top + bottom) / 2 < last.bottom) last.to = at;
    else lines.push({ from: at - letter.length, to: at, bottom });
  }
  return lines.map(({ from, to }) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return { text: node.data.slice(from, to), box: range.getBoundingClientRect() };
  });
}

// In a corner of its cell, the sign of a number that has grown or fallen.
/** @param {Pen} pen */
function drawSign(pen, element, style, { top, right, bottom }) {
  const isUp = element.matches(".ax-up");
  if (!isUp && !element.matches(".ax-down")) return;
  const [width, height] = style.backgroundSize.split(/[ ,]/).map(parseFloat);
  const foot = isUp ? top + 1 + height : bottom - 1 - height;
  const way = `h${width}l${-width / 2} ${isUp ? -height : height}z`;
  add(pen, "path", {
    d: `M${rounded(right - 1 - width)} ${rounded(foot)}${way}`,
    ...paint("fill", style.color),
  });
}

/** @param {Pen} pen @param {HTMLInputElement} input */
function drawInput(pen, input, style, box) {
  if (["radio", "checkbox"].includes(input.type)) {
    const round = input.type === "radio" ? box.width : 2;
    add(pen, "rect", { ...rect(box, -0.5, round), fill: "none", ...paint("stroke", style.color) });
    if (input.checked) add(pen, "rect", { ...rect(box, -3, round), ...paint("fill", style.color) });
  } else if (input.value !== "") {
    const [before, after] = [style.paddingLeft, style.paddingRight].map(parseFloat);
    write(pen, input.value, style, box, box.left + before, box.right - after);
  }
}

// Pictures and shapes

// A picture of one pixel a number stays one of sharp squares.
/** @param {Pen} pen @param {HTMLCanvasElement} map */
function drawCanvas(pen, map, box) {
  const larger = make("canvas", {
    width: Math.round(DENSITY * box.width),
    height: Math.round(DENSITY * box.height),
  });
  const context = larger.getContext("2d");
  context.imageSmoothingEnabled = false;
  context.drawImage(map, 0, 0, larger.width, larger.height);
  add(pen, "image", { ...rect(box, 0, 0), preserveAspectRatio: "none" });
  const href = larger.toDataURL("image/png");
  pen.pieces.at(-1)?.node.setAttributeNS("http://www.w3.org/1999/xlink", "xlink:href", href); // as old programs know
}

// How a shape is drawn, unless it is as all are.
const USUAL = { "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-dasharray": "none", opacity: "1" };

// Lines, circles and texts, each at its own place: some programs do not scale widths and sizes.
/** @param {Pen} pen @param {any} shape */
function drawShape(pen, shape) {
  const style = getComputedStyle(shape);
  const matrix = shape.getScreenCTM?.();
  if (style.display === "none" || style.visibility !== "visible" || !matrix) return;
  const scale = Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
  const number = (name) => Number(shape.getAttribute(name));
  const place = (x, y) => {
    const at = new DOMPoint(number(x), number(y)).matrixTransform(matrix);
    return { [x]: rounded(at.x), [y]: rounded(at.y) };
  };
  const looks = /** @type {Record<string, any>} */ (paint("fill", style.fill));
  if (shape.tagName === "text") {
    const anchor = style.textAnchor === "start" ? null : style.textAnchor;
    const all = { ...place("x", "y"), ...fontOf(pen, style, scale), "text-anchor": anchor, ...looks };
    return add(pen, "text", all, readable(shape.textContent));
  }
  const where = {
    line: () => ({ ...place("x1", "y1"), ...place("x2", "y2") }),
    circle: () => ({ ...place("cx", "cy"), r: rounded(number("r") * scale) }),
  }[shape.tagName]?.();
  if (!where) return [...shape.children].forEach((one) => drawShape(pen, one));
  const stroke = parseFloat(style.strokeWidth) * (style.vectorEffect === "non-scaling-stroke" ? 1 : scale);
  if (stroke > 0) Object.assign(looks, paint("stroke", style.stroke), { "stroke-width": rounded(stroke) });
  for (const [name, usual] of Object.entries(USUAL)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) looks[name] = value;
  }
  add(pen, shape.tagName, { ...where, ...looks });
}
