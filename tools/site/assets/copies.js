// Programs are copied by a button.
import { part, parts } from "./elements.js";

export function offerCopies(words) {
  for (const button of parts(".copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await copy(part("code", button.parentElement).textContent);
      button.textContent = words.copied;
      setTimeout(() => button.textContent = words.copy, 2000);
    });
  }
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch { // a server in a classroom is often without https, where there is no clipboard
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
