// To the other language, through the menu, and sideways.
import { part, parts } from "./elements.js";

// The other language opens at the same place, with what the reader has changed in the explorers.
export function keepPlace() {
  const link = part("a.other");
  link.addEventListener("click", () => link.hash = location.hash || headingInSight()?.id || "");
}

// In the margin, where there is room for it, the list of headings stands open.
export function openContents() {
  const contents = part("details.toc");
  const hasMargin = matchMedia("(min-width: 75rem)"); // as in site.css
  const open = () => contents.open = hasMargin.matches;
  if (!contents) return;
  open();
  hasMargin.addEventListener("change", open);
}

// The list of headings marks the section that is read, and say(heading) is called as it changes.
export function followReading(say) {
  const contents = part("details.toc");
  let current = null, isWaiting = false;
  const look = () => {
    isWaiting = false;
    const heading = headingInSight();
    if (heading === current) return;
    current = heading;
    part("[aria-current]", contents)?.removeAttribute("aria-current");
    const link = heading && part(`[href="#${CSS.escape(heading.id)}"]`, contents);
    link?.setAttribute("aria-current", "true");
    if (link) contents.scrollTop = link.offsetTop - contents.clientHeight / 2; // where the list is longer than the screen
    say(heading);
  };
  if (!contents) return;
  addEventListener("scroll", () => {
    if (!isWaiting) requestAnimationFrame(look);
    isWaiting = true;
  }, { passive: true });
  look();
}

// The last heading that has been scrolled past; at the end of the page, its last.
function headingInSight() {
  const headings = parts("main h2[id]");
  const isEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  const isPast = (heading) => isEnd || heading.getBoundingClientRect().top < innerHeight / 3;
  return headings.findLast(isPast) ?? null;
}

// What is wider than the page is scrolled with the arrow keys, too. It is looked at as it comes near: to measure all of
// a long page at once would keep a phone busy.
export function letScroll() {
  const near = new IntersectionObserver((all) => {
    const entries = all.filter(({ isIntersecting }) => isIntersecting);
    const isWide = entries.map(({ target }) => target.scrollWidth > target.clientWidth);
    entries.forEach(({ target }, k) =>
      isWide[k] ? target.setAttribute("tabindex", "0") : target.removeAttribute("tabindex")
    );
  }, { rootMargin: "50% 0px" });
  const look = () => {
    near.disconnect();
    for (const box of parts(".scroll, .shown, .formula, .text pre")) near.observe(box);
  };
  look();
  addEventListener("resize", look);
  addEventListener("load", look); // pictures have their width by now
}

// An address that names a section for later opens it.
export function unfoldWhatIsNamed() {
  const unfold = () => {
    const heading = document.getElementById(location.hash.slice(1));
    const fold = heading?.closest(".text")?.nextElementSibling;
    if (fold instanceof HTMLDetailsElement) fold.open = true;
  };
  unfold();
  addEventListener("hashchange", unfold);
}

// The menu of lessons shuts by Escape, and by a click elsewhere.
export function letShut() {
  const menu = part("details.menu");
  addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    part("summary", menu).focus();
  });
}
