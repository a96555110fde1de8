// Light, dark, or as the reader's system has it: a button goes from one to the next, and all pages keep to it. The
// theme is an attribute of the page, which its head sets before anything is drawn.
import { part } from "./elements.js";

const SIGNS = { system: "◐", light: "☀", dark: "☾" };
const THEMES = Object.keys(SIGNS);

export function offerThemes(words) {
  const button = part("#theme");
  let theme = document.documentElement.getAttribute("theme") ?? "system";

  function say() {
    button.textContent = SIGNS[theme];
    button.title = `${words.theme}${words.colon}${words[`theme_${theme}`]}`;
    button.setAttribute("aria-label", button.title);
  }

  button.hidden = false;
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    const root = document.documentElement;
    theme === "system" ? root.removeAttribute("theme") : root.setAttribute("theme", theme);
    try {
      localStorage.setItem("theme", theme);
    } catch { /* it holds for this page, where nothing may be kept */ }
    say();
    dispatchEvent(new Event("theme")); // what is drawn on a canvas is drawn anew
  });
  say();
}
