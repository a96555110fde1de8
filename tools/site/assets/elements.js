// Elements of a page, by their selector.

/** @param {string} selector @param {ParentNode} [within] @returns {any} */
export const part = (selector, within = document) => within.querySelector(selector);

/** @param {string} selector @returns {any[]} */
export const parts = (selector) => [...document.querySelectorAll(selector)];
