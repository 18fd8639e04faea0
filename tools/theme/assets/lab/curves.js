/**
 * The formulas of the soft-contact lesson in SI units, the same expressions in the same order as in
 * `physai.sim.soft_contact`. A test compares the two over a grid.
 */

const SMALLEST_IMPEDANCE = 1e-4; // MuJoCo's mjMINIMP, mjMAXIMP and mjMINVAL
const LARGEST_IMPEDANCE = 0.9999;
const SMALLEST = 1e-15;

const clamped = (value) => Math.min(Math.max(value, SMALLEST_IMPEDANCE), LARGEST_IMPEDANCE);

/** Impedance d(r) and its slope dd/dr [1/m] at the residual r [m] (negative inside). */
export function impedance(r, { d0, dw, width, midpoint, power }) {
  [d0, dw, midpoint, power] = [clamped(d0), clamped(dw), clamped(midpoint), Math.max(power, 1)];
  if (d0 === dw || width <= SMALLEST) return { d: (d0 + dw) / 2, slope: 0 };
  const x = Math.abs(r) / width;
  if (x <= 0) return { d: d0, slope: 0 };
  if (x >= 1) return { d: dw, slope: 0 };
  let y = x;
  let rise = 1;
  if (power !== 1 && x <= midpoint) {
    const scale = 1 / midpoint ** (power - 1);
    [y, rise] = [scale * x ** power, power * scale * x ** (power - 1)];
  } else if (power !== 1) {
    const scale = 1 / (1 - midpoint) ** (power - 1);
    [y, rise] = [1 - scale * (1 - x) ** power, power * scale * (1 - x) ** (power - 1)];
  }
  return { d: d0 + y * (dw - d0), slope: (Math.sign(r) * rise * (dw - d0)) / width };
}

/** Stiffness k [1/s^2] (without the factor d) and damping b [1/s] of a positive solref; h [s] > 0 guards timeconst. */
export function springOf({ timeconst, dampratio, dw }, h = 0) {
  const [guarded, saturated] = [Math.max(timeconst, 2 * h), clamped(dw)];
  return { k: 1 / Math.max(SMALLEST, (saturated * guarded * dampratio) ** 2), b: 2 / Math.max(SMALLEST, saturated * guarded) };
}

/** Weight of a_ref in the row's acceleration; `ratio` is the estimated over the true inverse inertia, Â/A. */
export function effectiveWeight(d, ratio) {
  return d / (d + (1 - d) * ratio);
}

/** r(t)/r(0) of the reference motion r'' + 2/timeconst r' + r/(timeconst dampratio)^2 = 0 released at rest. */
export function response(t, { timeconst, dampratio }) {
  const decay = 1 / timeconst;
  const gap = decay * decay * (1 / (dampratio * dampratio) - 1); // (damped frequency)^2, negative when overdamped
  if (gap === 0) return (1 + decay * t) * Math.exp(-decay * t);
  const w = Math.sqrt(Math.abs(gap));
  if (gap > 0) return Math.exp(-decay * t) * (Math.cos(w * t) + (decay / w) * Math.sin(w * t));
  const [slow, fast] = [decay - w, decay + w];
  return (fast * Math.exp(-slow * t) - slow * Math.exp(-fast * t)) / (fast - slow);
}

/** Normal force [N] of one frictionless contact under a free body at residual r [m], velocity [m/s] outwards. */
export function force(r, parameters) {
  if (r >= 0) return 0;
  const { mass, velocity, gravity } = parameters;
  const { d } = impedance(r, parameters);
  const { k, b } = springOf(parameters);
  const reference = -b * velocity - k * d * r;
  const inverse = 1 / mass;
  const regularizer = Math.max(SMALLEST, ((1 - d) * inverse) / d);
  return Math.max(0, (reference + gravity) / (inverse + regularizer));
}

const SOLIMP = ["d0", "dw", "width", "midpoint", "power"];

/** What an explorer can show: the quantity its reading moves along, its parameters, its values, and the formula. */
export const CURVES = {
  impedance: {
    x: "r",
    y: ["d", "slope"],
    parameters: SOLIMP,
    at: (x, parameters) => Object.values(impedance(x, parameters)),
  },
  effective_weight: { x: "d", y: ["weight"], parameters: ["ratio"], at: (x, { ratio }) => [effectiveWeight(x, ratio)] },
  response: {
    x: "t",
    y: ["remaining"],
    parameters: ["timeconst", "dampratio"],
    at: (x, parameters) => [response(x, parameters)],
  },
  force: {
    x: "r",
    y: ["force"],
    parameters: ["timeconst", "dampratio", ...SOLIMP, "mass", "velocity", "gravity"],
    at: (x, parameters) => [force(x, parameters)],
  },
};
