// A pointer on its way.

// From a pointerdown on: move(event), until it is let go (end) or taken away (cancel).
export function track(down, { move, end, cancel }) {
  const on = (event) => event.pointerId === down.pointerId && move(event);
  const off = (event) => {
    if (event.pointerId !== down.pointerId) return;
    window.removeEventListener("pointermove", on);
    window.removeEventListener("pointerup", off);
    window.removeEventListener("pointercancel", off);
    (event.type === "pointerup" ? end : cancel)();
  };
  window.addEventListener("pointermove", on);
  window.addEventListener("pointerup", off);
  window.addEventListener("pointercancel", off);
}
