// The result of an exam: what was right, why, and which section to read again. It can be kept and printed.
import { make } from "../../../web/js/dom.js";
import { LETTERS } from "../choices.js";
import { fits } from "../judging.js";
import { marked, paragraphs } from "../markup.js";
import { written } from "./drawing.js";
import { material } from "./sheet.js";

const STYLE = `
:root { color-scheme: light; }
body { max-width: 48em; margin: 2em auto; padding: 0 1em; font: 15px/1.5 system-ui, "PingFang SC", "Microsoft YaHei", sans-serif; }
table { border-collapse: collapse; }
td, th { padding: 2px 8px; text-align: left; border-bottom: 1px solid #ccc; }
.aq-picture td { text-align: right; print-color-adjust: exact; }
pre { padding: 6px 10px; background: #f4f6f8; }
details { margin: 1em 0; break-inside: avoid; }
summary { font-weight: 600; }
em:lang(zh-CN) { font-style: normal; text-decoration: underline; }
.aq-lines { list-style: none; padding-left: 1em; }
.aq-actions { display: none; }`;

/** @param {{ questions: any[], answers: Record<string, any>, fixed: any, seed: number, text: any, again: () => void }} exam */
export function makeResult({ questions, answers, fixed, seed, text, again }) {
  const judged = questions.map((one) => {
    const given = answers[one.id];
    return { ...one, given, good: given !== undefined && fits(one.kind, given, one.right) };
  });
  const button = (key, onclick) => make("button", { type: "button", onclick }, text(key));
  const right = judged.filter((one) => one.good).length;
  const element = make(
    "div",
    { class: "aq-result" },
    make("p", { class: "aq-keys" }, text("name", { seed })),
    make("h2", { tabindex: "-1" }, text("score", { right, count: judged.length })),
    byLesson(judged, fixed, text),
    make(
      "div",
      { class: "aq-actions" },
      button(
        "keep",
        () => download(`attnlib-exam-${seed}.html`, asPage(element, fixed, text("name", { seed }))),
      ),
      button("print", () => print(asPage(element, fixed, text("name", { seed })))),
      button("once_more", again),
    ),
    ...judged.map((one, k) => explained(one, k + 1, fixed, text)),
  );
  return element;
}

function byLesson(judged, fixed, text) {
  const numbers = [...new Set(judged.map((one) => one.lesson))];
  const rows = numbers.map((number) => {
    const those = judged.filter((one) => one.lesson === number);
    const sections = [...new Set(those.filter((one) => !one.good).map((one) => one.section))].sort((a, b) =>
      a - b
    );
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, `${number} · ${fixed.lessons[number].title}`),
      make("td", {}, `${those.filter((one) => one.good).length} / ${those.length}`),
      make(
        "td",
        {},
        ...sections.flatMap((one, k) => [k ? make("br") : "", sectionOf(number, one, fixed, text)]),
      ),
    );
  });
  const head = ["lesson", "of", "again_read"].map((key) => make("th", { scope: "col" }, text(key)));
  return make(
    "div",
    { class: "aq-by-lesson" },
    make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
  );
}

// Name a section; where the page's address tells what the lessons are called here, as a link.
function sectionOf(number, section, fixed, text) {
  const { file, sections } = fixed.lessons[number];
  const name = text("section", { number: section, title: sections[section - 1] });
  const ending = /\.(?:ipynb|html)$/.exec(location.pathname)?.[0];
  if (!ending) return make("span", {}, ...marked(name));
  return make("a", { href: `${file}${ending}`, target: "_blank", rel: "noopener" }, ...marked(name));
}

function explained(one, number, fixed, text) {
  const { good, given } = one;
  const mistake = good || given === undefined
    ? undefined
    : one.wrong.find((known) => fits(one.kind, given, known));
  const said = given === undefined ? text("no_answer") : saidOf(one, given);
  const mark = good ? "✓" : "✗";
  return make(
    "details",
    { open: !good, class: good ? "aq-was-right" : "aq-was-wrong" },
    make("summary", {}, `${mark} ${number} · `, ...marked(one.question)),
    ...material(one, fixed.shades),
    one.kind === "choices" &&
        make(
          "ul",
          { class: "aq-lines" },
          ...one.choices.map((choice, k) => make("li", {}, `(${LETTERS[k]}) `, ...marked(choice))),
        ) || null,
    make("p", {}, text("your_answer", { said })),
    ...(mistake ? paragraphs(mistake.text) : []),
    good
      ? null
      : make("p", {}, make("strong", {}, text("right_answer", { said: saidOf(one, one.right.answer) }))),
    ...paragraphs(one.explanation),
    good ? null : make(
      "p",
      {},
      text("read", { lesson: one.lesson }),
      sectionOf(one.lesson, one.section, fixed, text),
    ),
  );
}

// Return an answer as it is written; a rounded one with its decimals.
function saidOf({ kind, decimals, unit }, answer) {
  if (kind === "choices") return `(${LETTERS[answer]})`;
  if (kind === "shape") return `(${answer.join(", ")}${answer.length === 1 ? "," : ""})`;
  const own = Number.isInteger(answer) || decimals === null ? null : decimals;
  return written(answer, own) + unit;
}

// Return a result as a page that stands alone, all of it open.
function asPage(element, fixed, title) {
  const copy = element.cloneNode(true);
  for (const one of copy.querySelectorAll("details")) one.open = true;
  for (const one of copy.querySelectorAll("a")) one.removeAttribute("href");
  const lang = fixed.language === "zh" ? "zh-CN" : "en";
  return `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>` +
    `<body>${copy.outerHTML}</body></html>`;
}

function download(name, page) {
  const url = URL.createObjectURL(new Blob([page], { type: "text/html" }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function print(page) {
  const frame = make("iframe", { class: "ax-unseen", srcdoc: page, "aria-hidden": "true" });
  frame.addEventListener("load", () => {
    frame.contentWindow.addEventListener("afterprint", () => frame.remove());
    frame.contentWindow.print();
  });
  document.body.append(frame);
}
