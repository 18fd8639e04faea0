/** What the lab predicts without simulating: every depth at which the contact can rest, and what to warn of. */

import { impedance, springOf } from "./curves.js";

// Measured over the lab's ranges at a step of 0.5 ms: from this ratio on no ball gains energy by bouncing.
const SAFE_DAMPRATIO = 0.2;
const INTERVALS = 2000; // of the curved part of the impedance; roots closer than width / 2000 count as one
const HALVINGS = 200;

/**
 * Rest depths [m] under a load [m/s^2], deepest first; `stable` is false where the smallest push grows: between two
 * rests, or when one semi-implicit step of h [s] is too long for the contact there.
 *
 * A depth p rests where d^2 k p = (1 - d) load, d = d(p). With dw >= d0 there is one solution; otherwise there can be
 * several, and a fixed-point loop may miss all of them. Here the balance is followed from the deep end, and every
 * change of sign is halved.
 */
export function restDepths(parameters, load, h) {
  const { k } = springOf(parameters, h);
  const balance = (depth) => {
    const { d } = impedance(depth, parameters);
    return d * d * k * depth - (1 - d) * load;
  };
  const softest = Math.min(impedance(0, parameters).d, impedance(parameters.width, parameters).d);
  const deepest = ((1 - softest) * load) / (softest * softest * k) + parameters.width;
  const found = [];
  let above = deepest;
  for (let i = INTERVALS; i >= 0; i--) {
    const below = (parameters.width * i) / INTERVALS;
    if (balance(above) >= 0 !== balance(below) >= 0) {
      const depth = halved(balance, below, above);
      found.push({ depth, stable: isStable(depth, parameters, load, h) });
    }
    above = below;
  }
  return found;
}

/** Is the rest at `depth` [m] stable for steps of h [s]? Semi-implicit limit h^2 stiffness < 4 - 2 h damping. */
export function isStable(depth, parameters, load, h) {
  const { k, b } = springOf(parameters, h);
  const { d, slope } = impedance(depth, parameters);
  const stiffness = d * d * k + slope * (2 * d * k * depth + load);
  return stiffness > 0 && h * h * stiffness < 4 - 2 * h * d * b;
}

/** Warnings a setting deserves before it is tried, as names: "several", "unstable". */
export function warnings(parameters, load, h) {
  const found = [];
  const depths = restDepths(parameters, load, h);
  if (parameters.dw < parameters.d0 || depths.length > 1) found.push("several");
  if (parameters.dampratio < SAFE_DAMPRATIO || !isStable(parameters.width, parameters, load, h)) found.push("unstable");
  return found;
}

function halved(balance, low, high) {
  const sign = balance(low) >= 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (balance(middle) >= 0 === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
