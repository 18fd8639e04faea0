/**
 * Figures as the page writes them. Rounding is that of `physai.results.rounded`: once, half to even, on the shortest
 * decimal that stands for the float, so that a reading in the page and a figure in its text never differ by a digit.
 */

const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };

/** Neutral text of `value` x 10^power to `digits` (".4f", ".4g", ".3e"): decimal point, "-", "e+06". */
export function rounded(value, digits, power = 0) {
  if (!Number.isFinite(value)) throw new RangeError(String(value));
  let number = decimal(value, power);
  const style = digits.at(-1);
  const count = Number(digits.slice(1, -1));
  if (style === "f") return plain(quantized(number, -count));
  if (number.units === 0n) return style === "g" ? "0" : `${plain({ units: 0n, exponent: -count })}e+00`;
  if (style === "e") return scientific(significant(number, count + 1), count);
  number = significant(number, count);
  const size = adjusted(number);
  if (-5 < size && size < count) return plain(normal(number));
  return scientific(number, count - 1);
}

/** Decimal mark of a language, from the browser's own CLDR data. */
export function decimalMark(language) {
  const parts = new Intl.NumberFormat(language || "en").formatToParts(1.5);
  return parts.find((part) => part.type === "decimal").value;
}

/** A figure in a language's notation, without unit: `0,3672`, `−1.5`, `2.4 × 10⁻¹³`. */
export function write(value, { digits, power = 0 }, mark) {
  const [number, exponent] = rounded(value, digits, power).split("e");
  const written = number.replace("-", "−").replace(".", mark);
  if (exponent === undefined) return written;
  return `${written} × 10${[...String(Number(exponent))].map((c) => SUPERSCRIPT[c]).join("")}`;
}

/** A figure with its unit. */
export function withUnit(value, shape, mark) {
  const written = write(value, shape, mark);
  return shape.unit ? `${written} ${shape.unit}` : written;
}

/** `value` x 10^power as units x 10^exponent, from the shortest decimal that reads back as the float. */
function decimal(value, power) {
  const [mantissa, exponent = "0"] = String(value).split("e");
  const [whole, fraction = ""] = mantissa.split(".");
  return { units: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length + power };
}

function quantized({ units, exponent }, place) {
  if (exponent >= place) return { units: units * 10n ** BigInt(exponent - place), exponent: place };
  const unit = 10n ** BigInt(place - exponent);
  const size = units < 0n ? -units : units;
  const rest = 2n * (size % unit);
  let kept = size / unit;
  if (rest > unit || (rest === unit && kept % 2n === 1n)) kept += 1n;
  return { units: units < 0n ? -kept : kept, exponent: place };
}

/** Power of ten of the first digit. */
function adjusted({ units, exponent }) {
  return String(units < 0n ? -units : units).length - 1 + exponent;
}

function significant(number, count) {
  const once = quantized(number, adjusted(number) - count + 1);
  return quantized(once, adjusted(once) - count + 1); // 9.99 -> 10.0 has one digit more
}

function normal({ units, exponent }) {
  while (exponent < 0 && units % 10n === 0n) [units, exponent] = [units / 10n, exponent + 1];
  return { units, exponent };
}

function plain({ units, exponent }) {
  const sign = units < 0n ? "-" : "";
  let text = String(units < 0n ? -units : units);
  if (exponent >= 0) return sign + text + (units ? "0".repeat(exponent) : "");
  text = text.padStart(1 - exponent, "0");
  return `${sign}${text.slice(0, exponent)}.${text.slice(exponent)}`;
}

function scientific(number, count) {
  const size = adjusted(number);
  const mantissa = plain({ units: number.units, exponent: -count });
  return `${mantissa}e${size < 0 ? "-" : "+"}${String(Math.abs(size)).padStart(2, "0")}`;
}
