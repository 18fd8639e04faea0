/**
 * <curve-explorer data-curve data-config data-words>: one formula, its parameters on sliders, and a reading that moves
 * along the curve and is computed from the formula. What stands inside the element is shown until this one works.
 */

import { announcer, freshId, make, markOf, readout, slider } from "./controls.js";
import { CURVES } from "./curves.js";
import { whenNear, whenRecoloured } from "./near.js";
import { loadPlot, makePlot } from "./plot.js";

const POINTS = 400;

class CurveExplorer extends HTMLElement {
  #stop = [];
  #entry = 0;

  connectedCallback() {
    const entry = ++this.#entry;
    this.config = JSON.parse(this.dataset.config);
    this.words = JSON.parse(this.dataset.words);
    this.mark = markOf(this);
    this.curve = CURVES[this.dataset.curve];
    this.dataset.state = "loading";
    const load = async () => {
      try {
        const uPlot = await loadPlot();
        if (entry === this.#entry) this.#begin(uPlot);
      } catch (error) {
        console.error(error);
        if (entry === this.#entry) this.dataset.state = "failed";
      }
    };
    this.#stop.push(whenNear(this, load, () => {}));
  }

  disconnectedCallback() {
    this.#entry++;
    for (const stop of this.#stop.splice(0)) stop();
    this.plot?.free();
    this.ui?.remove();
    this.plot = this.ui = undefined;
    delete this.dataset.state;
  }

  /** Move a slider to `value` (SI units), as the reader would. */
  set(param, value) {
    const { input } = this.sliders.get(param);
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }

  /** Where the reading stands and what it reads, in SI units. */
  get reading() {
    return { x: this.x, y: this.curve.at(this.x, this.parameters) };
  }

  #begin(uPlot) {
    const { config, words, mark } = this;
    const id = freshId();
    const { x, y } = config;
    this.x = x.start;
    this.parameters = { ...config.fixed, ...Object.fromEntries(config.controls.map(({ param, start }) => [param, start])) };
    const change = (param, value) => {
      if (param === x.param) this.x = value;
      else this.parameters[param] = value;
      this.#show(param !== x.param);
      this.voice.say(this.readouts.map((reading) => reading.text()));
    };
    const all = [...config.controls, x];
    this.sliders = new Map(all.map((c) => [c.param, slider(c, words.controls[c.param], mark, id, change)]));
    this.readouts = y.map((shape) => readout(shape, words.readouts[shape.name], mark, id));
    const host = make("div", { class: "sim-plot", role: "img", "aria-label": words.plot });
    const live = make("div", { class: "sim-spoken", role: "status", "aria-live": "polite" });
    this.voice = announcer(live);
    const rows = [...this.sliders.values()].map(({ row }) => row);
    this.ui = make(
      "div",
      { class: "sim-ui sim-explorer" },
      make("fieldset", { class: "sim-controls" }, make("legend", {}, words.title), ...rows),
      make("div", { class: "sim-readouts" }, ...this.readouts.map(({ row }) => row)),
      host,
      live,
    );
    this.append(this.ui);
    this.plot = makePlot(uPlot, host, {
      x: { ...x, label: words.controls[x.param] },
      y: y.map((shape) => ({ ...shape, label: words.readouts[shape.name] })),
      mark,
      aside: words.aside,
      height: 260,
      draw: (plot) => this.#mark(plot),
      pick: (value) => this.set(x.param, Math.min(Math.max(value, x.min), x.max)),
    });
    this.#stop.push(whenRecoloured(() => this.plot.redraw()), () => this.voice.stop());
    this.dataset.state = "ready";
    this.#show(true);
  }

  #show(reshaped) {
    const { x } = this.config;
    if (reshaped) {
      const xs = Array.from({ length: POINTS + 1 }, (_, i) => x.min + ((x.max - x.min) * i) / POINTS);
      const ys = xs.map((value) => this.curve.at(value, this.parameters));
      this.plot.show([xs, ...this.readouts.map((_, i) => ys.map((values) => values[i]))]);
    } else {
      this.plot.redraw();
    }
    this.reading.y.forEach((value, i) => this.readouts[i].set(value));
  }

  /** The reading on the curve: a line at x and a dot on each curve. */
  #mark(plot) {
    const { x, y } = this.config;
    const pen = plot.ctx;
    const left = plot.valToPos(this.x * 10 ** (x.power ?? 0), "x", true);
    const { top, height } = plot.bbox;
    pen.save();
    pen.lineWidth = window.devicePixelRatio;
    pen.strokeStyle = plot.axes[0].stroke();
    pen.setLineDash([4, 4]);
    pen.beginPath();
    pen.moveTo(left, top);
    pen.lineTo(left, top + height);
    pen.stroke();
    this.reading.y.forEach((value, i) => {
      pen.fillStyle = plot.series[i + 1].stroke();
      pen.beginPath();
      pen.arc(left, plot.valToPos(value * 10 ** (y[i].power ?? 0), `y${i}`, true), 5 * window.devicePixelRatio, 0, 2 * Math.PI);
      pen.fill();
    });
    pen.restore();
  }
}

customElements.define("curve-explorer", CurveExplorer);
