/** uPlot in the page's colours and notation. */

import { write } from "./notation.js";

const UPLOT = new URL("../vendor/uplot/uPlot.iife.min.js", import.meta.url);
const SERIES = ["--sim-first", "--sim-second"];

let library;

/** uPlot, loaded once for all plots of a page. Its minified file is a classic script, so a script element loads it. */
export function loadPlot() {
  library ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = UPLOT;
    script.onload = () => (window.uPlot ? resolve(window.uPlot) : reject(new Error(script.src)));
    script.onerror = () => reject(new Error(script.src));
    document.head.append(script);
  });
  library.catch(() => (library = undefined)); // another plot may try again
  return library;
}

/** Value of a CSS variable of `element`, read at each drawing so that a change of scheme is followed. */
export function colour(element, variable) {
  return getComputedStyle(element).getPropertyValue(variable).trim();
}

/**
 * A plot in `host` that fills its width. `x` and `y` (one or two) have label, unit, power (of ten from SI) and optional
 * limits in SI units; `mark` is the decimal mark, `aside` the language's parentheses around `{}`; `draw` may draw over
 * it; `pick` hears the x that was clicked, in SI.
 */
export function makePlot(uPlot, host, { x, y, mark, aside, height, draw, pick }) {
  const axis = (shape, scale, side) => ({
    scale,
    side,
    label: shape.unit ? shape.label + aside.replace("{}", shape.unit) : shape.label,
    labelSize: 20,
    size: scale === "x" ? 34 : 52,
    font: `12px ${getComputedStyle(host).fontFamily}`,
    labelFont: `12px ${getComputedStyle(host).fontFamily}`,
    stroke: () => colour(host, "--sim-text"),
    grid: { stroke: () => colour(host, "--sim-grid"), width: 1, show: side !== 1 },
    ticks: { stroke: () => colour(host, "--sim-grid"), width: 1 },
    values: (_, splits) => splits.map((split) => tick(split, splits, mark)),
  });
  const scales = { x: { time: false, range: limits(x) } };
  y.forEach((shape, i) => (scales[`y${i}`] = { range: limits(shape) }));
  const plot = new uPlot(
    {
      width: Math.max(host.clientWidth, 200),
      height,
      legend: { show: false },
      cursor: { show: Boolean(pick), x: false, y: false, points: { show: false }, drag: { x: false, y: false, setScale: false } },
      scales,
      axes: [axis(x, "x", 2), ...y.map((shape, i) => axis(shape, `y${i}`, i ? 1 : 3))],
      series: [
        {},
        ...y.map((_, i) => ({ scale: `y${i}`, stroke: () => colour(host, SERIES[i]), width: 2, dash: i ? [6, 4] : [], points: { show: false } })),
      ],
      hooks: { draw: draw ? [draw] : [] },
    },
    [[], ...y.map(() => [])],
    host,
  );
  if (pick) {
    const move = (event) => {
      if (event.buttons !== 1) return;
      const box = plot.over.getBoundingClientRect();
      pick(plot.posToVal(event.clientX - box.left, "x") / 10 ** (x.power ?? 0));
    };
    plot.over.addEventListener("pointerdown", move);
    plot.over.addEventListener("pointermove", move);
  }
  const sized = new ResizeObserver(() => host.clientWidth && plot.setSize({ width: host.clientWidth, height }));
  sized.observe(host);
  return {
    plot,
    /** Show columns of SI values. */
    show: (columns) => plot.setData(columns.map((column, i) => scaled(column, i ? y[i - 1] : x))),
    redraw: () => plot.redraw(false, true),
    free: () => {
      sized.disconnect();
      plot.destroy();
    },
  };
}

/** The last `window` of a motion that starts at 0, thinned to `points` samples. */
export class Trace {
  constructor(window, points) {
    [this.window, this.gap] = [window, window / points];
  }

  /** Begin again at `y`. */
  clear(y) {
    [this.x, this.y] = [[0], [y]];
  }

  /** Add a point unless the last is too near; was it added? */
  add(x, y) {
    if (x - this.x.at(-1) < this.gap * (1 - 1e-9)) return false;
    this.x.push(x);
    this.y.push(y);
    const old = this.x.findIndex((time) => time >= x - this.window);
    if (old > 0) for (const column of [this.x, this.y]) column.splice(0, old);
    return true;
  }
}

function limits({ min, max, power = 0 }) {
  const scale = 10 ** power;
  return (_, low, high) => {
    const from = Math.min(...[min === undefined ? low : min * scale, low].filter(Number.isFinite));
    const to = Math.max(...[max === undefined ? high : max * scale, high].filter(Number.isFinite));
    if (!(to > from)) return [from - 0.5 * Math.abs(from || 1), from + 0.5 * Math.abs(from || 1)];
    const room = min === undefined || max === undefined ? 0.05 * (to - from) : 0;
    return [min === undefined ? from - room : from, max === undefined ? to + room : to];
  };
}

function tick(value, all, mark) {
  if (value === null || value === undefined) return "";
  const step = all.length > 1 ? Math.abs(all[1] - all[0]) : Math.abs(value) || 1;
  const decimals = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  return write(value, { digits: `.${decimals}f` }, mark);
}

function scaled(column, { power = 0 }) {
  const scale = 10 ** power;
  return power ? column.map((value) => value * scale) : column;
}
