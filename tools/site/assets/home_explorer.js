// The explorer of the first page plays once by itself, when it is in sight; whoever touches it first, plays it himself.
import { part } from "./elements.js";

const CALM = "(prefers-reduced-motion: reduce)";
const PAUSE = 900; // milliseconds, to look at it first
const ENOUGH = "-30%"; // it begins at least that far above the edge of the screen
const MINE = ["pointerdown", "keydown", "focusin"];

export function playOnce(begin) {
  const place = part(".index .alive.explorer");
  if (!place || matchMedia(CALM).matches) return;
  let /** @type {number | undefined} */ timer;
  const leave = () => {
    clearTimeout(timer);
    sight.disconnect();
    for (const kind of MINE) place.removeEventListener(kind, leave);
  };
  const play = () => {
    leave();
    part(".ax-player button:nth-of-type(2)", place)?.click(); // |◀ ▶ ▶| ■
  };
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    clearTimeout(timer);
    if (!isIntersecting) return;
    begin(place);
    timer = setTimeout(play, PAUSE);
  }, { rootMargin: `0px 0px ${ENOUGH}` });
  for (const kind of MINE) place.addEventListener(kind, leave);
  sight.observe(place);
}
