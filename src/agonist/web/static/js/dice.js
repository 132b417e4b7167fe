// Dice as solid things: convex bodies, lit from the lamp, that roll over a table and come to rest as they must.

import { apply, body, cross, dot, hull, scaled, times, turned, unit } from "./bodies.js";

const LIGHT = unit([-0.45, -0.55, 1]);
const TILTS = { 6: turned([1, 0, 0], 0.44) }, TILT = turned([1, 0, 0], 0.12);
// What dice are made of, by the side that throws them.
const MATERIALS = [
  { body: [58, 142, 172], ink: "#f5ecd9", edge: [159, 211, 230] },
  { body: [184, 76, 46], ink: "#fdf0e2", edge: [240, 168, 143] },
  { body: [116, 92, 176], ink: "#f3eefc", edge: [196, 180, 235] },
  { body: [104, 124, 52], ink: "#f4f5e2", edge: [194, 208, 142] },
];
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

// A number from a seed, the same on every screen.
function chance(seed) {
  let a = seed * 2654435761 % 4294967296;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// How a body lies when a face of it is up, and faces the one who looks.
function lying(each, yaw, sides) {
  return times(TILTS[sides] ?? TILT, times(turned([0, 0, 1], yaw), [each.right, scaled(each.up, -1), each.normal]));
}

class Die {
  constructor(sides, shows, material, seed) {
    const { faces, points } = body(sides);
    this.faces = faces;
    this.points = points;
    this.spots = points.map(() => [0, 0]);
    this.sides = sides;
    this.material = MATERIALS[material % MATERIALS.length];
    this.random = chance(seed);
    this.shows = shows;
    this.size = 0;
    this.counts = null;
    this.lift = 0;
    const yaw = (this.random() - 0.5) * 0.5;
    this.rest = shows ? lying(this.faces[(shows - 1) % this.faces.length], yaw, sides) : times(turned(unit([1, -1, 0.2]), 0.75), turned([0, 0, 1], 0.4 + yaw));
  }

  // From the hand over the table to an edge, and from there to where it comes to rest.
  throwTo(x, y, wide, high, from) {
    const side = this.random() - 0.5;
    this.at = { x, y };
    this.start = { x: wide * (0.5 + side * 0.7), y: from === "below" ? high + this.size : -this.size };
    this.wall = { x: x + (x < wide / 2 ? -1 : 1) * (0.12 + this.random() * 0.2) * wide, y: y + (from === "below" ? -1 : 1) * high * (0.1 + this.random() * 0.14) };
    const half = this.size / 2;
    this.wall = { x: Math.min(wide - half, Math.max(half, this.wall.x)), y: Math.min(high - half, Math.max(half, this.wall.y)) };
    this.late = this.random() * 0.12;
    this.axes = [axis(this.start, this.wall), axis(this.wall, this.at)];
    this.ways = [Math.hypot(this.wall.x - this.start.x, this.wall.y - this.start.y), Math.hypot(this.at.x - this.wall.x, this.at.y - this.wall.y)];
    this.struck = [0.28, 0.46, 0.66].map((each) => each + this.late * 0.5);
  }

  // Where it is and how it lies at a part of its way, 0 to 1.
  place(part) {
    const t = Math.min(1, Math.max(0, (part - this.late) / (1 - this.late)));
    const gone = 1 - (1 - t) ** 2.4, [one, two] = this.ways, whole = one + two || 1;
    const run = gone * whole, first = Math.min(1, run / one), second = Math.max(0, (run - one) / two || 0);
    const x = first < 1 ? this.start.x + (this.wall.x - this.start.x) * first : this.wall.x + (this.at.x - this.wall.x) * second;
    const y = first < 1 ? this.start.y + (this.wall.y - this.start.y) * first : this.wall.y + (this.at.y - this.wall.y) * second;
    const radius = this.size * 0.42;
    const pose = times(turned(this.axes[1], -(1 - second) * two / radius), turned(this.axes[0], -(1 - first) * one / radius));
    const height = Math.abs(Math.cos(t * Math.PI * 2.5)) * (1 - t) ** 2 * this.size * 0.9;
    return { x, y, height, pose: times(pose, this.rest) };
  }

  draw(pen, part) {
    if (part >= 1) this.paint(pen, { ...this.at, height: this.lift, pose: this.rest, lies: true });
    else this.paint(pen, this.place(part));
  }

  paint(pen, { x, y, height, pose, lies, held }) {
    if (!this.size) return; // the box it lies in is not on the screen
    const radius = this.size / 2;
    pen.save();
    shadow(pen, x + height * 0.25, y + radius * 0.5 + height * 0.35, radius, height / this.size);
    pen.translate(x, y - height);
    if (this.counts) glow(pen, radius * 1.5);
    const grown = radius * (1 + height / this.size * 0.18);
    for (const [n, each] of this.points.entries()) {
      this.spots[n][0] = dot(pose[0], each) * grown;
      this.spots[n][1] = dot(pose[1], each) * grown;
    }
    this.outline(pen, grown);
    const ink = lies || held ? null : new Path2D();
    for (let n = 0; n < this.faces.length; n += 1) this.side(pen, n, pose, grown, lies, ink, held);
    if (ink) this.write(pen, ink, grown);
    pen.restore();
  }

  // The whole body in the colour of its edges, those of a d6 rounded.
  outline(pen, radius) {
    pen.beginPath();
    const ring = hull(this.spots);
    if (this.sides === 6) rounded(pen, ring, 1.06, radius * 0.14);
    else for (const [x, y] of ring) pen.lineTo(x, y);
    pen.fillStyle = shade(this.material.edge, this.counts === false ? 0.5 : 1);
    pen.fill();
  }

  // A face that can be seen lies a little within its edges.
  side(pen, n, pose, radius, lies, ink, held) {
    const each = this.faces[n], towards = dot(pose[2], each.normal);
    if (towards <= 0.01) return;
    const mx = dot(pose[0], each.middle) * radius, my = dot(pose[1], each.middle) * radius;
    pen.beginPath();
    trace(pen, this.spots, each.ring, mx, my, this.sides === 6 ? 1.01 : 1 - 0.02 / each.inner);
    pen.fillStyle = this.lit(n, apply(pose, each.normal), lies);
    pen.fill();
    if (towards <= (ink ? 0.65 : 0.2) || n + 1 > this.sides) return;
    const size = (this.sides === 6 ? 0.5 : each.inner * (this.sides === 20 ? 1.1 : 0.95)) * radius;
    const plane = [dot(pose[0], each.right) * size, dot(pose[1], each.right) * size, -dot(pose[0], each.up) * size, -dot(pose[1], each.up) * size, mx, my];
    if (held) smear(pen, plane, n, this.material.ink);
    else if (!ink) mark(pen, this.sides, n + 1, plane, this.material.ink);
    else ink.addPath(sign(this.sides, n + 1), { a: plane[0], b: plane[1], c: plane[2], d: plane[3], e: mx, f: my });
  }

  // How a face looks in the lamp's light: of a die that lies, the one that is up most of all.
  lit(n, normal, lies) {
    const up = n === (this.shows - 1) % this.faces.length, dim = (lies ? (up ? 1.06 : 0.72) : 1) * (this.counts === false ? 0.5 : 1);
    return shade(this.material.body, (0.42 + 0.68 * Math.max(0, dot(normal, LIGHT))) * dim);
  }

  write(pen, ink, radius) {
    pen.fillStyle = pen.strokeStyle = this.material.ink;
    pen.lineWidth = radius * 0.045;
    if (this.sides === 6) pen.fill(ink);
    else pen.stroke(ink);
  }
}

function trace(pen, spots, ring, x, y, by) {
  for (let n = 0; n < ring.length; n += 1) {
    const [px, py] = spots[ring[n]];
    if (n) pen.lineTo(x + (px - x) * by, y + (py - y) * by);
    else pen.moveTo(x + (px - x) * by, y + (py - y) * by);
  }
  pen.closePath();
}

function rounded(pen, ring, by, round) {
  const at = (n) => ring[n % ring.length].map((each) => each * by), first = at(0), last = at(ring.length - 1);
  pen.moveTo((first[0] + last[0]) / 2, (first[1] + last[1]) / 2);
  for (let n = 0; n < ring.length; n += 1) pen.arcTo(...at(n), ...at(n + 1), round);
  pen.closePath();
}

// Colours in so many steps of light that each is written once.
const shades = new Map();
function shade(colour, light) {
  const step = Math.round(light * 64);
  if (!shades.has(colour)) shades.set(colour, []);
  const made = shades.get(colour);
  made[step] ??= `rgb(${colour.map((each) => Math.min(255, Math.round(each * step / 64))).join(" ")})`;
  return made[step];
}

// What stands on a face, laid into its plane.
function mark(pen, sides, number, plane, ink) {
  pen.save();
  pen.transform(...plane);
  pen.fillStyle = ink;
  if (sides === 6) pen.fill(sign(6, number));
  else {
    pen.scale(0.01, 0.01);
    pen.font = "600 100px Fraunces, Georgia, serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(number, 0, 6);
    if (number === 6 || number === 9) pen.fillRect(-24, 48, 48, 7);
  }
  pen.restore();
}

// In the hand nothing can be read: what stands on a face is a stroke.
function smear(pen, plane, n, ink) {
  pen.save();
  pen.transform(...plane);
  pen.globalAlpha = 0.4;
  pen.fillStyle = ink;
  pen.beginPath();
  pen.ellipse(0, 0, 0.42, 0.1, n * 1.3 - 0.6, 0, 7);
  pen.fill();
  pen.restore();
}

// The same for a die in motion, as lines of a pen: all that stands on its faces is one path.
const LINES = [
  "M0-.44A.24.44 0 1 1-.01-.44Z", "M-.14-.3 .04-.44V.44", "M-.22-.22Q-.2-.44 0-.44 .24-.44 .24-.2 .24 0-.24.44H.26",
  "M-.2-.44H.22L-.02-.1Q.25-.08 .25.18 .25.44 0 .44-.2.44-.24.28", "M.1.44V-.44L-.26.18H.26",
  "M.2-.44H-.16L-.2-.06Q.25-.14 .25.16 .25.44-.02.44-.2.44-.25.3", "M.16-.42Q-.24-.2-.24.18A.24.26 0 1 0-.24.15",
  "M-.24-.44H.24L-.06.44", "M0-.01A.19.21 0 1 1 .01-.01ZM0-.01A.24.23 0 1 1-.01-.01Z", "M-.16.42Q.24.2 .24-.18A.24.26 0 1 0 .24-.15",
];
const signs = new Map();
function sign(sides, number) {
  const name = `${sides === 6}${number}`;
  if (!signs.has(name)) signs.set(name, sides === 6 ? pips(number) : digits(String(number)));
  return signs.get(name);
}
function pips(number) {
  const made = new Path2D();
  for (const spot of PIPS[number]) {
    const x = (spot % 3 - 1) * 0.58, y = (Math.floor(spot / 3) - 1) * 0.58;
    made.moveTo(x + 0.2, y);
    made.arc(x, y, 0.2, 0, 7);
  }
  return made;
}
function digits(text) {
  const made = new Path2D();
  for (const [n, each] of [...text].entries()) {
    made.addPath(new Path2D(LINES[each]), { a: 0.85, b: 0, c: 0, d: 0.75, e: (n - (text.length - 1) / 2) * 0.56, f: 0 });
  }
  return made;
}

function axis(from, to) {
  const way = [to.x - from.x, to.y - from.y, 0];
  return Math.hypot(...way) < 1 ? [1, 0, 0] : unit(cross([0, 0, 1], way));
}

// What counts lies in a light of its own.
function glow(pen, radius) {
  const soft = pen.createRadialGradient(0, 0, radius * 0.45, 0, 0, radius);
  soft.addColorStop(0, "rgb(240 190 90 / 85%)");
  soft.addColorStop(1, "rgb(240 190 90 / 0%)");
  pen.fillStyle = soft;
  pen.fillRect(-radius, -radius, radius * 2, radius * 2);
}

// Shadows are drawn once for a size and a step of height, and then only laid down.
const shadows = new Map();
function shadow(pen, x, y, radius, height) {
  const step = Math.min(4, Math.round(height * 4)), name = Math.round(radius) * 5 + step;
  if (!shadows.has(name)) shadows.set(name, cast(radius * 1.2 * (1 + step / 8), radius * 0.66, Math.max(0.3, 1 - step * 0.15)));
  const found = shadows.get(name);
  pen.drawImage(found, Math.round(x - found.width / 2), Math.round(y - found.height / 2));
}
function cast(wide, high, dark) {
  const made = document.createElement("canvas");
  made.width = wide * 2;
  made.height = high * 2;
  const pen = made.getContext("2d"), fade = pen.createRadialGradient(0, 0, 0.16, 0, 0, 1);
  fade.addColorStop(0, `rgb(0 0 0 / ${55 * dark}%)`);
  fade.addColorStop(1, "rgb(0 0 0 / 0%)");
  pen.translate(wide, high);
  pen.scale(wide, high);
  pen.fillStyle = fade;
  pen.fillRect(-1, -1, 2, 2);
  return made;
}

// A canvas as large as its box, in the screen's own pixels up to twice.
function ready(canvas) {
  const box = canvas.getBoundingClientRect(), fine = Math.min(2, devicePixelRatio || 1) * (box.width > 2200 ? 0.6 : 1);
  canvas.width = box.width * fine;
  canvas.height = box.height * fine;
  const pen = canvas.getContext("2d");
  pen.scale(fine, fine);
  return { pen, wide: box.width, high: box.height, left: box.left, top: box.top };
}

export { Die, ready };
