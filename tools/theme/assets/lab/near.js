/** When to load, and when to move. */

/**
 * Call `load` once `element` comes near the window, or when the page is done and the browser idle (readers who save
 * data are only served when they get there). `show` hears whether the element is on screen. Returns a stop function.
 */
export function whenNear(element, load, show) {
  let waiting = true;
  const once = () => {
    if (waiting) load();
    waiting = false;
  };
  const near = new IntersectionObserver((entries) => entries.at(-1).isIntersecting && once(), { rootMargin: "300px" });
  const seen = new IntersectionObserver((entries) => show(entries.at(-1).isIntersecting));
  near.observe(element);
  seen.observe(element);
  const idle = () => (window.requestIdleCallback ?? setTimeout)(once);
  if (!navigator.connection?.saveData) {
    if (document.readyState === "complete") idle();
    else window.addEventListener("load", idle, { once: true });
  }
  return () => {
    waiting = false;
    near.disconnect();
    seen.disconnect();
    window.removeEventListener("load", idle);
  };
}

/** Does the reader prefer reduced motion? `change` hears when that changes. Returns the answer and a stop function. */
export function reducedMotion(change) {
  const query = window.matchMedia("(prefers-reduced-motion: reduce)");
  query.addEventListener("change", change);
  return { query, stop: () => query.removeEventListener("change", change) };
}

/** Call `redraw` when the page turns dark or light. Returns a stop function. */
export function whenRecoloured(redraw) {
  const observer = new MutationObserver(redraw);
  observer.observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme", "data-md-color-primary"] });
  return () => observer.disconnect();
}
