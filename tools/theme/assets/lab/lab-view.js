/** The scene from the side, and the contact under a magnifying glass. */

import { write } from "./notation.js";

const MARGIN = 14; // px
const NICE = [1, 2, 5];
const COLOURS = ["text", "ball", "floor", "overlap", "paper", "first"];

/** Draw into `canvas` what `ball` is: height, depth, radius, start (SI) and the depth it is predicted to rest at. */
export function drawScene(canvas, ball, mark) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const ratio = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas); // read at each drawing, so that dark and light are followed
  const colours = Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--sim-${name}`)]));
  const inset = { size: Math.min(0.46 * width, height - 2 * MARGIN) };
  drawWhole(pen, ball, colours, { left: 0, top: 0, width: width - inset.size - 2 * MARGIN, height });
  drawInset(pen, ball, colours, { left: width - inset.size - MARGIN, top: (height - inset.size) / 2, size: inset.size }, mark);
}

function drawWhole(pen, { height, radius, start }, colours, box) {
  const scale = (box.height - 3 * MARGIN) / (start + 2 * radius); // px per m
  const floor = box.top + box.height - 2 * MARGIN;
  const middle = box.left + box.width / 2;
  pen.fillStyle = colours.floor;
  pen.fillRect(box.left + MARGIN, floor, box.width - MARGIN, MARGIN);
  pen.fillStyle = colours.ball;
  disc(pen, middle, floor - (height + radius) * scale, radius * scale);
}

/** A square window on the lowest point of the ball, whose scale follows the predicted depth and not the motion. */
function drawInset(pen, { height, radius, predicted }, colours, box, mark) {
  const scale = box.size / (4 * predicted); // px per m
  const floor = box.top + 0.55 * box.size;
  const middle = box.left + box.size / 2;
  const bottom = floor - height * scale;
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top, box.size, box.size);
  pen.clip();
  pen.fillStyle = colours.paper;
  pen.fillRect(box.left, box.top, box.size, box.size);
  pen.fillStyle = colours.floor;
  pen.fillRect(box.left, floor, box.size, box.size);
  pen.fillStyle = colours.ball;
  cap(pen, middle, bottom, radius * scale, box);
  if (height < 0) {
    pen.save();
    pen.beginPath();
    pen.rect(box.left, floor, box.size, box.size);
    pen.clip();
    pen.fillStyle = colours.overlap;
    cap(pen, middle, bottom, radius * scale, box);
    pen.restore();
  }
  pen.strokeStyle = colours.first;
  pen.setLineDash([6, 4]);
  pen.lineWidth = 1.5;
  line(pen, box.left, floor + predicted * scale, box.left + box.size, floor + predicted * scale);
  pen.setLineDash([]);
  scaleBar(pen, colours, box, scale, mark);
  pen.restore();
  pen.strokeStyle = colours.text;
  pen.lineWidth = 1;
  pen.strokeRect(box.left, box.top, box.size, box.size);
}

/** A vertical bar of a round length, with the length in millimetres. */
function scaleBar(pen, colours, box, scale, mark) {
  const longest = (0.35 * box.size) / scale;
  const decade = 10 ** Math.floor(Math.log10(longest) + 1e-9);
  const length = Math.max(...NICE.map((n) => n * decade).filter((size) => size <= longest * (1 + 1e-9)));
  const [x, y] = [box.left + 10, box.top + 10];
  const label = `${write(length, { digits: ".1g", power: 3 }, mark)} mm`;
  pen.font = `12px ${getComputedStyle(pen.canvas).fontFamily}`;
  pen.fillStyle = colours.paper; // a label of its own ground reads on any ball
  pen.fillRect(x - 7, y - 5, 20 + pen.measureText(label).width, length * scale + 10);
  pen.strokeStyle = pen.fillStyle = colours.text;
  pen.lineWidth = 2;
  line(pen, x, y, x, y + length * scale);
  line(pen, x - 4, y, x + 4, y);
  line(pen, x - 4, y + length * scale, x + 4, y + length * scale);
  pen.textBaseline = "top";
  pen.fillText(label, x + 8, y);
}

function disc(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}

/** The bottom of a sphere that may be thousands of times larger than the window: then a polygon in place of an arc. */
function cap(pen, x, bottom, radius, box) {
  if (radius < box.size) return disc(pen, x, bottom - radius, radius);
  const half = box.size;
  pen.beginPath();
  for (let i = -32; i <= 32; i++) {
    const away = (half * i) / 32;
    pen.lineTo(x + away, bottom - radius + Math.sqrt(radius * radius - away * away));
  }
  pen.lineTo(x + half, Math.min(bottom - half, box.top));
  pen.lineTo(x - half, Math.min(bottom - half, box.top));
  pen.fill();
}

function line(pen, x0, y0, x1, y1) {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}
