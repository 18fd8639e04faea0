/** MuJoCo itself, compiled to WebAssembly, and one ball on one floor in it. */

const MUJOCO = new URL("../vendor/mujoco/", import.meta.url);
const PLANE = 0; // mjGEOM_PLANE, mjGEOM_SPHERE
const SPHERE = 2;
const STILL = 1e-7; // m/s; slower than this for a tenth of a second is rest: four decimals of a millimetre then hold
const STILL_FOR = 0.1; // s

let engine;

/** The module, loaded once for all labs of a page. */
export function loadEngine() {
  engine ??= (async () => {
    const [{ default: start }, wasmBinary] = await Promise.all([import(new URL("mujoco.js", MUJOCO)), fetchWasm()]);
    return start({ wasmBinary });
  })();
  engine.catch(() => (engine = undefined)); // another lab may try again
  return engine;
}

/** Let go of the module, for a page that is left. */
export function unloadEngine() {
  engine = undefined;
}

/** The compressed file where the browser can unpack it, so that no host needs to be set up to compress. */
async function fetchWasm() {
  if (typeof WebAssembly !== "object") throw new Error("WebAssembly");
  if (typeof DecompressionStream === "function") {
    const packed = await fetch(new URL("mujoco.wasm.gz", MUJOCO));
    if (packed.ok) return unpacked(new Uint8Array(await packed.arrayBuffer()));
  }
  const plain = await fetch(new URL("mujoco.wasm", MUJOCO));
  if (!plain.ok) throw new Error(`${plain.status} ${plain.url}`);
  return plain.arrayBuffer();
}

/** Some hosts label a .gz file as compressed content, and then the browser has unpacked it already. */
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Where each parameter lives in a compiled model; contacts mix both geoms, so both get the same value. */
const PLACES = {
  timeconst: ["geom_solref", 2, 0],
  dampratio: ["geom_solref", 2, 1],
  d0: ["geom_solimp", 5, 0],
  dw: ["geom_solimp", 5, 1],
  width: ["geom_solimp", 5, 2],
  midpoint: ["geom_solimp", 5, 3],
  power: ["geom_solimp", 5, 4],
};

/** A scene with one free sphere above one plane. SI units; heights are those of the sphere's lowest point. */
export class Simulation {
  constructor(mj, scene) {
    this.mj = mj;
    this.model = mj.MjModel.from_xml_string(scene);
    this.data = new mj.MjData(this.model);
    this.wrench = new mj.DoubleBuffer(6);
    const types = [...this.model.geom_type];
    [this.floor, this.ball] = [types.indexOf(PLANE), types.indexOf(SPHERE)];
    if (this.model.nq !== 7 || this.floor < 0 || this.ball < 0) throw new Error("nq");
    this.body = this.model.geom_bodyid[this.ball];
    this.step = this.model.opt.timestep;
    this.load = -this.model.opt.gravity[2];
    this.radius = this.model.geom_size[3 * this.ball];
    this.reset();
    this.start = this.height;
  }

  /** Value of a parameter, as the model has it. */
  get(name) {
    if (name === "mass") return this.model.body_mass[this.body];
    const [field, , offset] = PLACES[name];
    return this.model[field][offset];
  }

  /** All contact parameters of the model. */
  get parameters() {
    return Object.fromEntries(Object.keys(PLACES).map((name) => [name, this.get(name)]));
  }

  /** Write a parameter into the model and put the ball back to its start. */
  set(name, value) {
    if (name === "mass") {
      const [inertia, ratio] = [this.model.body_inertia, value / this.model.body_mass[this.body]];
      for (let axis = 0; axis < 3; axis++) inertia[3 * this.body + axis] *= ratio;
      this.model.body_mass[this.body] = value;
      this.mj.mj_setConst(this.model, this.data); // contact forces rest on quantities derived from the masses
    } else {
      const [field, stride, offset] = PLACES[name];
      const values = this.model[field];
      for (let geom = 0; geom < this.model.ngeom; geom++) values[stride * geom + offset] = value;
    }
    this.reset();
  }

  /** The ball at its start, at rest. */
  reset() {
    this.mj.mj_resetData(this.model, this.data);
    this.mj.mj_forward(this.model, this.data);
    this.moved = 0;
  }

  /** Take `count` steps; `each` is called after every one of them. */
  advance(count, each) {
    const { mj, model, data } = this;
    for (let i = 0; i < count; i++) {
      mj.mj_step(model, data);
      if (Math.abs(data.qvel[2]) > STILL) this.moved = data.time;
      each?.();
    }
  }

  /** Time since the drop [s]. */
  get time() {
    return this.data.time;
  }

  /** Height of the ball's lowest point above the floor [m]; negative inside. */
  get height() {
    return this.data.qpos[2] - this.radius - this.model.geom_pos[3 * this.floor + 2];
  }

  /** Penetration [m]. */
  get depth() {
    return Math.max(0, -this.height);
  }

  /** Normal force of all contacts [N], of the state before the last step, as MuJoCo keeps it. */
  get force() {
    let sum = 0;
    for (let contact = 0; contact < this.data.ncon; contact++) {
      this.mj.mj_contactForce(this.model, this.data, contact, this.wrench);
      sum += this.wrench.GetView()[0];
    }
    return sum;
  }

  /** Has the ball come to rest in contact? */
  get resting() {
    return this.depth > 0 && this.time - this.moved > STILL_FOR;
  }

  /** Is the ball higher than it was dropped from? Then the step was too long for the contact. */
  get gained() {
    return this.height > this.start + 1e-3;
  }

  /** Bytes of memory that the module holds. */
  get memory() {
    return this.data.qpos.buffer.byteLength;
  }

  /** Give the memory back; nothing of this object may be used afterwards. */
  free() {
    for (const handle of [this.wrench, this.data, this.model]) handle.delete();
  }
}
