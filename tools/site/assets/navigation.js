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

// An address that names a section for later opens it; one that holds the state of a widget leads to that.
export function openWhatIsNamed() {
  const open = () => {
    const heading = document.getElementById(location.hash.slice(1));
    const fold = heading?.closest(".text")?.nextElementSibling;
    if (fold instanceof HTMLDetailsElement) fold.open = true;
    const place = changedLast();
    if (place) show(place);
  };
  // A page that is loaded again, or gone back to, stays where it was.
  const [entry] = performance.getEntriesByType("navigation");
  if (/** @type {PerformanceNavigationTiming} */ (entry).type === "navigate" || !changedLast()) open();
  addEventListener("hashchange", open);
}

// The widget whose state stands last in the address: it was changed last.
function changedLast() {
  const [key] = location.hash.split(/[#&]/).slice(-1)[0].split(/[=.]/, 1);
  return key ? part(`.alive[data-key="${CSS.escape(key)}"]`) : null;
}

// Scroll to a widget, and let the keyboard begin there: a frame around it says so until one goes elsewhere.
function show(place) {
  for (const fold of parts("details")) if (fold.contains(place)) fold.open = true;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
  place.scrollIntoView();
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
