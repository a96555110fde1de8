// A page without Python carries its state behind the # of its address, as one line of JSON, unless it is as it was saved.
import { readText, screenOf, textOf } from "./state_text.js";

/** @import { Explorer } from "./explorer.js" */

const PAUSE = 400; // milliseconds between two addresses: Safari takes a hundred in half a minute

// The link of an explorer with the address of its page, as that with Python. Where a page has several, each writes
// KEY= before its line and leaves alone what is not its own, with an & between.
/** @param {Explorer} app @param {string} key */
export function keepAddress(app, key) {
  const saved = textOf(app);
  let /** @type {number | undefined} */ timer; // until the address is written

  const isOwn = (item) => !key || item.split(/[=.]/, 1)[0] === key;
  const itemsNow = () => location.hash.slice(1).split("&").filter(Boolean);
  const ownNow = () => itemsNow().filter(isOwn).join("&").slice(key.length);

  // One that leads to this explorer names it in any case, and last.
  function address(leadsHere = false) {
    const text = textOf(app);
    const line = `${key && `${key}=`}${encodeURI(text).replaceAll("&", "%26")}`;
    const others = itemsNow().filter((item) => !isOwn(item));
    const all = [...others, ...(text === saved && !(leadsHere && key) ? [] : [line])].join("&");
    const [page] = location.href.split("#");
    return all ? `${page}#${all}` : page;
  }

  function write() {
    timer = undefined;
    try {
      history.replaceState(history.state, "", address());
    } catch { // a page within another may not be allowed to
    }
  }

  // Returns what the address says, or null when that has been refused.
  function read(own) {
    const isOld = /^\.?\w+=/.test(own); // name=value&name=value, in Python's words
    const found = readText(decoded(own.replace(/^=/, "")), app);
    if (!("problem" in found)) return found;
    app.tell(app.text(isOld ? "old_address" : "bad_address"));
    return null;
  }

  // The reader has changed it.
  function changedOutside() {
    clearTimeout(timer);
    timer = undefined;
    const own = ownNow();
    if (key && !own) return; // of a page that has more on it, #top says nothing of this
    const found = own ? read(own) : screenOf(JSON.parse(saved), app.fixed);
    if (found) app.take(found);
  }

  addEventListener("hashchange", changedOutside);
  const own = ownNow();
  const found = own && read(own);
  if (found) app.begin(found);
  return {
    address,
    changed() {
      timer ??= setTimeout(write, PAUSE);
    },
    connected() {},
    stop() {
      clearTimeout(timer);
      removeEventListener("hashchange", changedOutside);
    },
  };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch { // a % that begins nothing
    return "";
  }
}
