// Where the words that are sought stand. Chinese has no spaces between words, so that any two signs that follow one
// another count as one; all else counts word by word, also as a part of a longer one. A word that stands nowhere is
// taken for the words that are a slip of a finger away from it. Other words for a term count nearly as much. A hyphen
// is as good as a space: multi head, multi-head.

const HAN = /[\u3400-\u9fff]+/g;
const WIDTH = 160; // signs of an excerpt
const LONGEST = 24; // letters of a word that is left out rather than cut
const ENOUGH = 0.5; // of all pieces that are sought
const OTHER = 0.9; // what another word for it counts, where the word itself counts 1
const SLIP = 0.7; // and a word that it was perhaps meant to be
const SHORTEST = 4; // letters of a word in which slips are looked for
const MOST = 8; // times that a word is counted in a section
// Who seeks a word wants a lesson, rather than the docstrings or all the terms with this word in their name.
const WORTH = { reference: 0.2, glossary: 0.25, teaching: 0.25, misconceptions: 0.5 };
const TERM = /^glossary\.html#term-/; // a term, a section with its names as the title
const BETWEEN = " · "; // its names, as index.py knows
const EMPTY = /^(?:a|an|and|are|by|do|does|for|how|in|is|it|of|on|or|the|to|we|what|why|with)$/;
const SPACE = /[\s、，。；：？！,;.?!]/;
const ASKING = /为什么|怎么样|什么|怎么|怎样|如何|吗|呢/g;

const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[-‐‑–]/g, " ");

export function piecesOf(sought) {
  const text = plain(sought);
  const told = text.replace(ASKING, " ");
  const han = (told.match(HAN) ?? text.match(HAN) ?? []).flatMap((run) =>
    run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, k) => run.slice(k, k + 2))
  );
  const words = text.replace(HAN, " ").split(/[\s,，。、；：？！?!]+/).filter(Boolean);
  const full = words.filter((word) => !EMPTY.test(word));
  return [...new Set([...full.length || han.length ? full : words, ...han])];
}

// The sections [address, page, section, text] that hold most of it: first the term that is called so, then those that
// hold it as it was written; and the words that were found in their place. groups are words that mean the same.
export function find(sought, sections, groups = []) {
  const low = sections.map(([address, page, title, text]) => ({
    title: plain(`${page} ${title}`),
    text: plain(text),
    worth: WORTH[address.split(".")[0]] ?? 1,
  }));
  const whole = plain(sought).trim();
  const wanted = wantedFor(whole, low, groups.map((group) => group.map(plain)));
  const term = termCalled(whole, sections);
  const scored = low.map(({ title, text, worth }, k) => {
    if (k === term) return { k, score: Infinity };
    const best = wanted.map((ways) =>
      Math.max(0, ...ways.map(([word, counts]) => holds(title, text, word, counts < 1) * counts))
    );
    const held = best.filter((score) => score > 0).length;
    if (held < Math.max(1, ENOUGH * wanted.length)) return { k, score: 0 };
    const asWritten = Number(wanted.length > 1 && text.includes(whole)) + 2 * Number(title.includes(whole));
    // A section in which all of it comes again and again is about it.
    const often = Math.min(
      MOST,
      ...wanted.map((ways) => sum(ways.map(([word]) => text.split(word).length - 1))),
    );
    const score = (held + sum(best)) / wanted.length + 2 * asWritten + often / MOST / 2;
    return { k, score: worth * score };
  });
  const found = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const words = [whole, ...wanted.flat().map(([word]) => word)];
  return { sections: found.map(({ k }) => sections[k]), words: [...new Set(words)].filter(Boolean) };
}

// The term with this name, or with the shortest that begins with it.
function termCalled(whole, sections) {
  const near = sections.flatMap(([address, , title], k) =>
    (TERM.test(address) ? plain(title).split(BETWEEN) : [])
      .filter((name) => whole.length > 1 && (name.startsWith(whole) || whole === `${name}s`))
      .map((name) => ({ k, length: name.length }))
  );
  return near.sort((a, b) => a.length - b.length)[0]?.k;
}

// For each piece that is sought, the words that may stand for it: [word, what it counts].
function wantedFor(whole, low, groups) {
  let rest = whole;
  const wanted = [];
  for (const group of groups) {
    const named = group.filter((name) => isIn(name, rest)).sort((a, b) => b.length - a.length)[0];
    if (!named) continue;
    rest = rest.replace(named, " ");
    wanted.push([[named, 1], ...group.filter((name) => name !== named).map((name) => [name, OTHER])]);
  }
  const everything = low.map(({ title, text }) => `${title} ${text}`).join(" ");
  const left = wanted.length && !rest.trim() ? [] : piecesOf(rest);
  const isMore = (piece) => !wanted.length || (piece.length > 1 && !EMPTY.test(piece));
  for (const piece of left.filter(isMore)) {
    const slips = everything.includes(piece) ? [] : slipsOf(piece, everything);
    wanted.push([[piece, 1], ...slips.map((word) => [word, SLIP])]);
  }
  return wanted;
}

// Whether a name stands in a text: a word by itself, or Chinese anywhere.
function isIn(name, text) {
  const isLetter = (sign) => /[a-z0-9]/.test(sign ?? "");
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1], text[at + name.length]];
    if (!(isLetter(name[0]) && isLetter(before)) && !(isLetter(name.at(-1)) && isLetter(after))) return true;
  }
  return false;
}

// What was typed may be a part of a word; what stands for it is a word by itself.
function holds(title, text, word, isWhole) {
  const has = (where) => isWhole ? isIn(word, where) : where.includes(word);
  return has(title) ? 2 : Number(has(text));
}

const sum = (numbers) => numbers.reduce((so, x) => so + x, 0);

// The words of a text that one slip away from this one, or two where it is long.
function slipsOf(word, text) {
  if (word.length < SHORTEST || /[^a-z-]/.test(word)) return [];
  const most = word.length > 7 ? 2 : 1;
  return [...new Set(text.match(/[a-z-]{3,}/g))].filter((other) => slips(word, other, most) <= most);
}

// How many slips lead from one word to another: a letter too many, too few, wrong, or two that changed places.
export function slips(from, to, most = Infinity) {
  if (Math.abs(from.length - to.length) > most) return Infinity;
  let before = /** @type {number[]} */ ([]), row = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const wrong = Number(from[i - 1] !== to[j - 1]);
      const isTurned = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const turned = isTurned ? before[j - 2] + 1 : Infinity;
      next.push(Math.min(row[j - 1] + wrong, row[j] + 1, next[j - 1] + 1, turned));
    }
    [before, row] = [row, next];
  }
  return row[to.length];
}

// The text around the place where most of these words stand, in pieces [words, whether they were sought].
export function excerpt(text, [whole, ...words]) {
  const small = plain(text);
  const wanted = small.includes(whole) ? [whole] : words.filter((word) => small.includes(word));
  const windows = wanted.map((piece) => beginOfWord(text, small.indexOf(piece)));
  const held = (at) => wanted.filter((piece) => small.slice(at, at + WIDTH).includes(piece)).length;
  const [cut = 0] = windows.sort((a, b) => held(b) - held(a));
  const part = text.slice(cut, endOfWord(text, cut + WIDTH));
  const found = [];
  let at = 0;
  while (at < part.length) {
    const left = plain(part.slice(at));
    const hits = wanted.map((piece) => [left.indexOf(piece), piece.length]).filter(([k]) => k >= 0);
    const [next, length] = hits.sort((a, b) => a[0] - b[0] || b[1] - a[1])[0] ?? [left.length, 0];
    if (next > 0) found.push([part.slice(at, at + next), false]);
    if (length > 0) found.push([part.slice(at + next, at + next + length), true]);
    at += next + length;
  }
  return [
    ...(cut > 0 ? [["… ", false]] : []),
    ...found,
    ...(cut + part.length < text.length ? [[" …", false]] : []),
  ];
}

// Where an excerpt begins that leads to this place: with the text, if that is near, with a word, or with any sign of
// Chinese.
function beginOfWord(text, place) {
  let at = place < WIDTH / 2 ? 0 : place - WIDTH / 4;
  while (at > 0 && at < place && isInWord(text, at)) at++;
  while (at < place && SPACE.test(text[at])) at++;
  return at;
}

function endOfWord(text, at) {
  let end = Math.min(at, text.length);
  while (end < text.length && end > at - LONGEST && isInWord(text, end)) end--;
  return end;
}

// Whether neither a space nor a sign of Chinese stands on either side of this place.
const isInWord = (text, at) =>
  ![text[at - 1], text[at]].some((sign) => SPACE.test(sign) || /[\u3400-\u9fff]/.test(sign));
