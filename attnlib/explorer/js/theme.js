// Colours that colour-blind readers can tell apart: cividis from 0 to 1, PuOr with white at 0.
// The stops are matplotlib's values; between them a straight line is near enough.

const CIVIDIS = [
  "00224e",
  "083370",
  "35456c",
  "4f576c",
  "666970",
  "7d7c78",
  "948e77",
  "aea371",
  "c8b866",
  "e5cf52",
  "fee838",
];
const PUOR = [
  "7f3b08",
  "b25706",
  "e08214",
  "fcb761",
  "fee0b6",
  "f6f6f7",
  "d8daeb",
  "b1aad1",
  "8073ac",
  "532687",
  "2d004b",
];

// In a dark theme a zero is as dark as the page: white ones would outshine all others.
const PUOR_DARK = [
  "ffe3bf",
  "ffc27a",
  "d98a2b",
  "96591a",
  "57402a",
  "2b303a",
  "454066",
  "655a96",
  "8f83c4",
  "bcb3e6",
  "e0dbfa",
];

const rgb = (hex) => [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16));
const [cividis, puor, puorDark] = [CIVIDIS, PUOR, PUOR_DARK].map((stops) => stops.map(rgb));

function between(stops, t) {
  const at = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(at), stops.length - 2);
  return stops[k].map((c, i) => Math.round(c + (stops[k + 1][i] - c) * (at - k)));
}

// The colour of a number: weights from 0 to limit, others from -limit to limit.
export const colorOf = (x, kind, limit, dark = false) =>
  kind === "weights" ? between(cividis, x / limit) : between(dark ? puorDark : puor, 0.5 + x / (2 * limit));

// Where the colours of signed numbers end: beyond the largest, so that they stay light enough.
export function reach(A) {
  let most = 0;
  for (const row of A) for (const x of row) if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  return most * 1.6 || 1;
}

// Black or white, whichever can be read on the colour: 4.58 : 1 or more.
export function inkOn(color) {
  const [r, g, b] = color.map((
    c,
  ) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}
