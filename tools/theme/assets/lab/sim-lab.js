/**
 * <sim-lab data-scene data-config data-words>: MuJoCo in the page. The scene is MJCF; the configuration names the
 * parameters, their ranges and the readings; every word comes from the page. What stands inside the element is shown
 * when the lab cannot run. data-state is loading, ready or failed; data-motion running, paused or rest.
 */

import { announcer, freshId, make, markOf, readout, slider } from "./controls.js";
import { loadEngine, Simulation, unloadEngine } from "./lab-engine.js";
import { restDepths, warnings } from "./lab-physics.js";
import { drawScene } from "./lab-view.js";
import { reducedMotion, whenNear, whenRecoloured } from "./near.js";
import { withUnit } from "./notation.js";
import { loadPlot, makePlot, Trace } from "./plot.js";

const LONGEST_FRAME = 0.1; // s of simulated time in one frame: a slow machine falls behind and does not freeze
const READINGS_EVERY = 100; // ms
const PLOT_POINTS = 1000;
const PATIENCE = 8; // s of simulated time to wait for rest when the reader prefers no motion

class SimLab extends HTMLElement {
  #stop = []; // what to undo on leaving
  #visible = false;
  #frame = 0;
  #entry = 0; // counts visits, so that a late download knows it has been left

  connectedCallback() {
    const hide = () => (this.#release(), unloadEngine());
    const back = (event) => event.persisted && this.#enter();
    window.addEventListener("pagehide", hide); // a page kept for the back button keeps no simulation
    window.addEventListener("pageshow", back);
    this.leave = () => {
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("pageshow", back);
    };
    this.#enter();
  }

  disconnectedCallback() {
    this.leave();
    this.#release();
  }

  /** Drop the ball from its start. */
  drop() {
    this.sim.reset();
    this.#restart();
  }

  /** Move a slider to `value` (SI units), as the reader would. */
  set(param, value) {
    const { input } = this.sliders.get(param);
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }

  /** Start over after `sim` was changed directly. */
  retune() {
    this.#predict();
    this.#clear();
  }

  /** Simulate `seconds` without a clock and show the outcome; returns the readings. */
  advance(seconds) {
    this.#steps(Math.round(seconds / this.sim.step));
    this.#show();
    return this.reading;
  }

  /** What the lab reads now, in SI units. */
  get reading() {
    const { time, depth, force, resting, memory } = this.sim;
    return { time, measured: depth, force, resting, memory, predicted: this.depths, warnings: this.#warned() };
  }

  async #enter() {
    this.#release();
    const entry = this.#entry;
    this.config = JSON.parse(this.dataset.config);
    this.words = JSON.parse(this.dataset.words);
    this.mark = markOf(this);
    this.#build();
    this.dataset.state = "loading";
    const load = async () => {
      try {
        const [mj, uPlot] = await Promise.all([loadEngine(), loadPlot()]);
        if (entry === this.#entry) this.#begin(mj, uPlot);
      } catch (error) {
        if (entry === this.#entry) this.#fail(error);
      }
    };
    const show = (visible) => {
      this.#visible = visible;
      this.#move();
    };
    this.#stop.push(whenNear(this, load, show));
  }

  #build() {
    const { config, words, mark } = this;
    const id = freshId();
    const change = (param, value) => {
      this.sim.set(param, value);
      this.retune();
      this.#restart();
    };
    this.sliders = new Map(config.controls.map((c) => [c.param, slider(c, words.controls[c.param], mark, id, change)]));
    this.readouts = new Map(config.readouts.map((r) => [r.name, readout(r, words.readouts[r.name], mark, id)]));
    this.button = make("button", { type: "button", class: "md-button md-button--primary", "data-action": "drop" }, words.drop);
    this.button.addEventListener("click", () => this.drop());
    this.canvas = make("canvas", { role: "img", "aria-label": words.view });
    this.plotHost = make("div", { class: "sim-plot", role: "img", "aria-label": words.plot });
    this.status = make("p", { class: "sim-status", "data-status": true });
    this.warningList = make("ul", { class: "sim-warnings", "data-warnings": true, hidden: true });
    this.engineLine = make("p", { class: "sim-engine", "data-engine": true });
    this.message = make("p", { class: "sim-message", role: "status" }, words.loading);
    const live = make("div", { class: "sim-spoken", role: "status", "aria-live": "polite" });
    this.voice = announcer(live);
    this.inputs = make(
      "fieldset",
      { class: "sim-controls", disabled: true },
      make("legend", {}, words.title),
      ...[...this.sliders.values()].map(({ row }) => row),
      this.button,
    );
    this.ui = make(
      "div",
      { class: "sim-ui" },
      this.message,
      this.inputs,
      make("div", { class: "sim-readouts" }, ...[...this.readouts.values()].map(({ row }) => row), this.status),
      this.warningList,
      make("div", { class: "sim-views" }, this.canvas, this.plotHost),
      this.engineLine,
      live,
    );
    this.append(this.ui);
  }

  #begin(mj, uPlot) {
    const { config, words, mark } = this;
    this.sim = new Simulation(mj, this.dataset.scene);
    for (const { param, start } of config.controls) this.sim.set(param, start);
    this.trace = new Trace(config.plot.window, PLOT_POINTS);
    const { x, y } = config.plot;
    this.plot = makePlot(uPlot, this.plotHost, {
      x: { ...x, label: words.x },
      y: [{ ...y, label: words.y, max: this.sim.start }],
      mark,
      aside: words.aside,
      height: 220,
    });
    this.engineLine.textContent = `MuJoCo ${mj.mj_versionString()} · dt = ${withUnit(this.sim.step, { digits: ".1f", power: 3, unit: "ms" }, mark)}`;
    this.motion = reducedMotion(() => this.#move());
    const sized = new ResizeObserver(() => this.#draw());
    sized.observe(this.canvas);
    this.#stop.push(this.motion.stop, () => sized.disconnect(), whenRecoloured(() => this.#draw(true)));
    this.message.hidden = true;
    this.inputs.disabled = false;
    this.#predict();
    this.#clear();
    this.dataset.state = "ready";
    this.#show();
    this.#move();
  }

  #fail(error) {
    console.error(error);
    this.message.textContent = this.words.failed;
    this.dataset.state = "failed";
  }

  #release() {
    this.#entry++;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const stop of this.#stop.splice(0)) stop();
    this.voice?.stop();
    this.plot?.free();
    this.sim?.free();
    this.ui?.remove();
    this.sim = this.plot = this.ui = this.voice = undefined;
    delete this.dataset.state;
    delete this.dataset.motion;
  }

  #predict() {
    const { parameters, load, step } = this.sim;
    this.depths = restDepths(parameters, load, step);
    this.expected = warnings(parameters, load, step);
  }

  #clear() {
    this.trace.clear(this.sim.height);
    this.gained = this.spoken = false;
    this.owed = 0;
    this.last = undefined;
  }

  /** Start over with the model as it is now; a reader who prefers no motion is shown the outcome. */
  #restart() {
    this.#clear();
    if (this.motion.query.matches) {
      while (!this.#finished() && this.sim.time < PATIENCE) this.#steps(Math.round(0.1 / this.sim.step));
    }
    this.#show();
    this.#move();
  }

  #steps(count) {
    this.sim.advance(count, () => {
      if (this.trace.add(this.sim.time, this.sim.height)) this.gained ||= this.sim.gained;
    });
  }

  #finished() {
    return this.sim.resting && this.sim.time > this.config.plot.window - 1e-6;
  }

  /** Run or pause: never off screen, never against the reader's preference, never once the ball rests. */
  #move() {
    if (!this.sim) return;
    const paused = !this.#visible || this.motion.query.matches;
    this.dataset.motion = this.#finished() ? "rest" : paused ? "paused" : "running";
    if (this.dataset.motion === "running") {
      this.#frame ||= requestAnimationFrame((now) => this.#tick(now));
    } else {
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.last = undefined;
    }
  }

  #tick(now) {
    this.#frame = 0;
    this.owed += Math.min((now - (this.last ?? now)) / 1000, LONGEST_FRAME);
    this.last = now;
    const count = Math.floor(this.owed / this.sim.step);
    this.owed -= count * this.sim.step;
    this.#steps(count);
    this.#draw();
    if (this.#finished() || !(now - this.read < READINGS_EVERY)) {
      this.read = now;
      this.#write();
    }
    this.#move();
  }

  #show() {
    this.#draw();
    this.#write();
  }

  #draw(recoloured = false) {
    const { height, radius, start } = this.sim;
    drawScene(this.canvas, { height, radius, start, predicted: this.depths[0].depth }, this.mark);
    const { window } = this.config.plot;
    const from = Math.max(0, this.sim.time - window);
    this.plot.plot.batch(() => {
      this.plot.show([this.trace.x, this.trace.y]);
      this.plot.plot.setScale("x", { min: from, max: from + window });
    });
    if (recoloured) this.plot.redraw();
  }

  #warned() {
    const late = this.sim.time > this.config.plot.window - 1e-6 && !this.sim.resting;
    return [...this.expected, ...(this.gained ? ["gained"] : []), ...(late ? ["moving"] : [])];
  }

  #write() {
    const { words, readouts, sim } = this;
    readouts.get("measured")?.set(sim.depth);
    readouts.get("predicted")?.set(this.depths[0].depth);
    readouts.get("force")?.set(sim.force);
    const status = sim.resting ? words.rest : words.moving;
    if (this.status.textContent !== status) this.status.textContent = status;
    this.#warn(this.#warned());
    const settled = sim.resting || sim.time > this.config.plot.window - 1e-6;
    if (!settled || this.spoken) return;
    this.spoken = true;
    const warned = [...this.warningList.children].map((item) => item.textContent);
    this.voice.say([status, ...[...readouts.values()].map((reading) => reading.text()), ...warned]);
  }

  #warn(names) {
    const { words, mark, depths } = this;
    const shape = this.config.readouts.find(({ name }) => name === "predicted");
    const items = names.map((name) => make("li", { "data-warning": name }, words.warnings[name]));
    if (this.expected.length) {
      const listed = depths.map(({ depth, stable }) => withUnit(depth, shape, mark) + (stable ? "" : words.aside.replace("{}", words.unstable)));
      items.push(make("li", { "data-depths": true }, `${words.readouts.predicted}: ${listed.join(" · ")}`));
    }
    const text = items.map((item) => item.textContent).join("\n");
    if (text === this.warningList.dataset.shown) return;
    this.warningList.dataset.shown = text;
    this.warningList.hidden = !items.length;
    this.warningList.replaceChildren(...items);
  }
}

customElements.define("sim-lab", SimLab);
