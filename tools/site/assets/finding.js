// Where the words that are sought stand. Chinese has no spaces between words, so that any two signs that follow one
// another count as one; all else counts word by word, also as a part of a longer one.

const HAN = /[\u3400-\u9fff]+/g;
const WIDTH = 160; // signs of an excerpt
const ENOUGH = 0.5; // of all pieces that are sought

export function piecesOf(sought) {
  const text = sought.toLowerCase();
  const han = (text.match(HAN) ?? []).flatMap((run) =>
    run.length < 3 ? [run] : Array.from({ length: run.length - 1 }, (_, k) => run.slice(k, k + 2))
  );
  const rest = text.replace(HAN, " ").split(/[\s,，。、；：？！?!]+/).filter(Boolean);
  return [...new Set([...rest, ...han])];
}

// The sections [address, page, section, text] that hold most of it, those first that hold it as it was written.
export function find(sought, sections) {
  const pieces = piecesOf(sought), whole = sought.toLowerCase();
  const scored = sections.map((section) => {
    const title = `${section[1]} ${section[2]}`.toLowerCase(), text = section[3].toLowerCase();
    const held = pieces.filter((piece) => title.includes(piece) || text.includes(piece));
    if (held.length < Math.max(1, ENOUGH * pieces.length)) return { section, score: 0 };
    const inTitle = pieces.filter((piece) => title.includes(piece)).length / pieces.length;
    const asWritten = Number(text.includes(whole)) + 2 * Number(title.includes(whole));
    return { section, score: held.length / pieces.length + inTitle + 2 * asWritten };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).map(({ section }) =>
    section
  );
}

// The text around the place where most of it stands, in pieces [words, whether they were sought].
export function excerpt(text, sought) {
  const small = text.toLowerCase(), whole = sought.toLowerCase();
  const wanted = small.includes(whole) ? [whole] : piecesOf(sought);
  const windows = wanted.map((piece) => Math.max(0, small.indexOf(piece) - WIDTH / 4));
  const held = (at) => wanted.filter((piece) => small.slice(at, at + WIDTH).includes(piece)).length;
  const [cut] = windows.sort((a, b) => held(b) - held(a));
  const part = text.slice(cut, cut + WIDTH);
  const found = [];
  let at = 0;
  while (at < part.length) {
    const left = part.slice(at).toLowerCase();
    const hits = wanted.map((piece) => [left.indexOf(piece), piece.length]).filter(([k]) => k >= 0);
    const [next, length] = hits.sort((a, b) => a[0] - b[0])[0] ?? [left.length, 0];
    if (next > 0) found.push([part.slice(at, at + next), false]);
    if (length > 0) found.push([part.slice(at + next, at + next + length), true]);
    at += next + length;
  }
  return [
    ...(cut > 0 ? [["… ", false]] : []),
    ...found,
    ...(cut + WIDTH < text.length ? [[" …", false]] : []),
  ];
}
