// A number being typed into a field: a valid one counts at once, an invalid one is reported when the reader has
// finished (not on the way to -2), and Escape undoes all of it.
import { setInvalid } from "../../web/js/dom.js";
import { hasComma, parseNumber } from "../../web/js/numbers.js";

/** @import { Explorer } from "./explorer.js" */

// mark: where the history was when the typing began, or null; wrong: { text, x } while the text cannot be
// taken.
export const openTyping = () => ({ mark: null, wrong: null });

// The field has changed. take(x) says whether a number can be taken over.
/** @param {Explorer} app */
export function type(typing, app, field, take) {
  typing.mark ??= app.mark();
  setInvalid(field, false);
  const x = parseNumber(field.value);
  typing.wrong = x !== null && take(x) ? null : { text: field.value, x };
}

// Forget what was being typed, since the field has another number now.
export const forget = (typing) => Object.assign(typing, { mark: null, wrong: null });

// Undo all that has been typed into the field.
/** @param {Explorer} app */
export function takeBack(typing, app, field = null) {
  if (typing.mark) app.takeBack(typing.mark, field);
  forget(typing);
}

// The reader has finished. Returns what is wrong, after it has been taken back, or null.
/** @param {Explorer} app */
export function finish(typing, app, field) {
  const { wrong } = typing;
  if (wrong) takeBack(typing, app, field);
  setInvalid(field, wrong !== null);
  forget(typing);
  return wrong;
}

// Why a text is refused, as the key of what is said.
export const reasonOf = ({ text, x }, key = "bad_number") =>
  x !== null ? "too_large" : hasComma(text) ? "bad_comma" : key;
