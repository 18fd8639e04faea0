/** Sliders and readouts: plain form controls with label, unit and a value in the page's notation. */

import { decimalMark, withUnit } from "./notation.js";

let copies = 0;

/** A fresh prefix for ids, so that two copies on one page do not meet. */
export const freshId = () => `sim${++copies}`;

/** The decimal mark of the language that `element` stands in. */
export const markOf = (element) => decimalMark(element.closest("[lang]")?.lang);

/** Make an element: attributes, then children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A row with label, slider and its value; `change` hears the parameter and its value in SI units. */
export function slider(control, label, mark, id, change) {
  const input = make("input", {
    type: "range",
    id: `${id}-${control.param}`,
    name: control.param,
    "data-param": control.param,
    min: control.min,
    max: control.max,
    step: control.step,
    value: control.start,
  });
  input.defaultValue = control.start;
  const output = make("output", { for: input.id, "aria-live": "off", "data-value": control.param });
  const write = () => {
    output.value = withUnit(input.valueAsNumber, control, mark);
    input.setAttribute("aria-valuetext", output.value);
  };
  write();
  input.addEventListener("input", () => {
    write();
    change(control.param, input.valueAsNumber);
  });
  const row = make("div", { class: "sim-control" }, make("label", { for: input.id }, label), output, input);
  return { row, input, write };
}

/** A named reading; `set` writes a value in SI units. It is not announced by itself: readings change ten times a second. */
export function readout(shape, label, mark, id) {
  const output = make("output", { id: `${id}-${shape.name}`, "data-readout": shape.name, "aria-live": "off" });
  const row = make("div", { class: "sim-readout" }, make("span", { id: `${output.id}-label` }, label), output);
  output.setAttribute("aria-labelledby", `${output.id}-label`);
  let shown;
  const set = (value) => {
    const text = withUnit(value, shape, mark);
    if (text !== shown) output.value = shown = text;
    output.dataset.value = value;
  };
  return { row, set, text: () => `${label}: ${shown}` };
}

/** A live region that speaks at most every two seconds, and then the latest. */
export function announcer(element) {
  let [timer, latest, last] = [undefined, [], 0];
  const speak = () => {
    timer = undefined;
    last = performance.now();
    element.replaceChildren(...latest.map((line) => make("p", {}, line)));
  };
  const say = (lines) => {
    latest = lines;
    timer ??= setTimeout(speak, Math.max(300, 2000 - (performance.now() - last)));
  };
  return { say, stop: () => clearTimeout(timer) };
}
