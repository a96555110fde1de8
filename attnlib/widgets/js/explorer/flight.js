// What flies from one place of the explorer to another, for whoever does not mind motion.

const TIME = 450; // milliseconds

export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {HTMLElement} frame @param {(Element | null)[]} from @param {(Element | null)[]} to */
export function fly(frame, from, to) {
  if (isStill()) return;
  from.forEach((start, k) => {
    const end = to[k];
    if (start && end) launch(frame, start, end);
  });
}

function launch(frame, start, end) {
  const [home, a, b] = [frame, start, end].map((one) => one.getBoundingClientRect());
  const flyer = document.createElement("span");
  flyer.className = "ax-flyer";
  flyer.setAttribute("aria-hidden", "true");
  flyer.textContent = start.querySelector("input")?.value ?? start.textContent;
  flyer.style.left = `${a.left - home.left + frame.scrollLeft}px`;
  flyer.style.top = `${a.top - home.top + frame.scrollTop}px`;
  frame.append(flyer);
  const way = `translate(${b.left - a.left}px, ${b.top - a.top}px)`;
  const flight = flyer.animate([{ transform: "none" }, { transform: way }], {
    duration: TIME,
    easing: "ease-in-out",
  });
  flight.onfinish = flight.oncancel = () => flyer.remove();
}
