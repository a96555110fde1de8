// Numbers as they are typed, pasted and shown.

const FORM = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// What a text says as a number, or null. A Chinese keyboard types １．５ and －, and a page a true minus sign.
export function parseNumber(text) {
  const plain = text.normalize("NFKC").trim().replace(/[−–]/g, "-").replace(/。/g, ".");
  const number = FORM.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(number) ? number : null;
}

// A block from a spreadsheet (tabs), or a matrix as Python prints it (brackets, blanks, commas): rows of
// numbers, or null where any of it is no number; an empty cell of a spreadsheet is none.
export function parseBlock(text) {
  const lines = text.replace(/[[\]()]/g, " ").split(/\r?\n/).filter((line) => line.trim() !== "");
  const rows = lines.map((
    line,
  ) => (line.includes("\t") ? line.split("\t") : line.split(/[\s,;]+/).filter(Boolean)));
  const numbers = rows.map((row) => row.map(parseNumber));
  const right = numbers.length > 0 && numbers.every((row) => row.length > 0 && !row.includes(null));
  return right ? numbers : null;
}

// What an input shows while it is edited: the number as it is.
export const fullText = (x) => String(x).replace("-", "−");
