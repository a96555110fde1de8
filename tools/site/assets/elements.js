// Elements of a page, by their selector.

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const part = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @returns {any[]} */
export const parts = (selector) => [...document.querySelectorAll(selector)];

const asked = new Map(); // a script's address -> what it says

// What a script of the site says: it gives a value that name. A script of the old kind is read in a folder of files,
// too, where nothing can be fetched.
/** @param {string} address @param {string} name @returns {Promise<any>} */
export function said(address, name) {
  if (!asked.has(address)) {
    asked.set(
      address,
      new Promise((done, failed) => {
        const script = document.createElement("script");
        script.onload = () => done(globalThis[name]);
        script.onerror = failed;
        script.src = address;
        document.head.append(script);
      }),
    );
  }
  return asked.get(address);
}
