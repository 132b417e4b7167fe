// Dice as solid things: convex bodies, lit from the lamp, that roll over a table and come to rest as they must.

const PHI = (1 + Math.sqrt(5)) / 2;
const LIGHT = unit([-0.45, -0.55, 1]);
const TILTS = { 6: turned([1, 0, 0], 0.44) }, TILT = turned([1, 0, 0], 0.12);
const MATERIALS = [
  { body: [238, 226, 200], ink: "#2a1d10", edge: "rgb(255 250 235 / 70%)" },
  { body: [134, 44, 34], ink: "#f6e7cd", edge: "rgb(255 190 160 / 45%)" },
  { body: [42, 84, 104], ink: "#e8f2f4", edge: "rgb(170 215 230 / 45%)" },
  { body: [74, 88, 44], ink: "#f0f0d8", edge: "rgb(215 225 160 / 45%)" },
];
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const bodies = new Map();

function add(a, b) { return a.map((each, n) => each + b[n]); }
function scaled(a, by) { return a.map((each) => each * by); }
function dot(a, b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
function cross(a, b) { return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]; }
function unit(a) { return scaled(a, 1 / Math.hypot(...a)); }
function apply(m, v) { return [dot(m[0], v), dot(m[1], v), dot(m[2], v)]; }
function times(m, o) { return m.map((row) => [0, 1, 2].map((n) => row[0] * o[0][n] + row[1] * o[1][n] + row[2] * o[2][n])); }

// The turn by an angle around an axis.
function turned(axis, angle) {
  const [x, y, z] = axis, c = Math.cos(angle), s = Math.sin(angle), k = 1 - c;
  return [
    [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
    [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
    [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
  ];
}

function corners(sides) {
  const signs = [-1, 1];
  if (sides === 4) return [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
  if (sides === 6) return signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])));
  if (sides === 8) return signs.flatMap((s) => [[s, 0, 0], [0, s, 0], [0, 0, s]]);
  if (sides === 10) {
    const ring = [...Array(10).keys()].map((n) => [Math.cos(n * Math.PI / 5), Math.sin(n * Math.PI / 5), n % 2 ? 0.105 : -0.105]);
    return [...ring, [0, 0, 1], [0, 0, -1]];
  }
  const gold = signs.flatMap((s) => signs.flatMap((t) => {
    const p = sides === 12 ? [0, s / PHI, t * PHI] : [0, s, t * PHI];
    return [p, [p[1], p[2], p[0]], [p[2], p[0], p[1]]];
  }));
  return sides === 12 ? [...gold, ...signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => [x, y, z])))] : gold;
}

// A body: its corners, and its faces as rings of corners, found as the planes that have all corners on one side.
function body(sides) {
  const shape = [4, 6, 8, 10, 12, 20].includes(sides) ? sides : 20;
  if (bodies.has(shape)) return bodies.get(shape);
  const points = corners(shape), faces = new Map();
  const far = Math.max(...points.map((each) => Math.hypot(...each)));
  const all = points.map((each) => scaled(each, 1 / far));
  for (let a = 0; a < all.length; a += 1) for (let b = 0; b < a; b += 1) for (let c = 0; c < b; c += 1) {
    let normal = cross(add(all[b], scaled(all[a], -1)), add(all[c], scaled(all[a], -1)));
    if (Math.hypot(...normal) < 1e-6) continue;
    normal = unit(normal);
    if (dot(normal, all[a]) < 0) normal = scaled(normal, -1);
    const reach = dot(normal, all[a]);
    if (all.some((each) => dot(normal, each) > reach + 0.02)) continue;
    faces.set(normal.map((each) => each.toFixed(1)).join(), { normal, reach });
  }
  const made = [...faces.values()].map(({ normal, reach }) => face(all, normal, reach));
  made.sort((one, other) => other.normal[2] - one.normal[2] || other.normal[1] - one.normal[1] || other.normal[0] - one.normal[0]);
  bodies.set(shape, made);
  return made;
}

function face(all, normal, reach) {
  const ring = all.filter((each) => dot(normal, each) > reach - 0.03);
  const middle = scaled(ring.reduce(add), 1 / ring.length);
  const first = ring.reduce((best, each) => (each[2] + each[1] / 9 > best[2] + best[1] / 9 ? each : best));
  let up = unit(add(first, scaled(middle, -1)));
  if (ring.length === 4 && Math.abs(dot(up, unit(add(ring.find((each) => each !== first), scaled(middle, -1))))) < 0.1) {
    const beside = ring.filter((each) => each !== first).sort((a, b) => dist(a, first) - dist(b, first))[0];
    up = unit(add(scaled(add(first, beside), 0.5), scaled(middle, -1)));
  }
  const right = cross(up, normal);
  const angle = (each) => Math.atan2(dot(add(each, scaled(middle, -1)), up), dot(add(each, scaled(middle, -1)), right));
  ring.sort((one, other) => angle(one) - angle(other));
  const inner = Math.min(...ring.map((each, n) => {
    const next = ring[(n + 1) % ring.length];
    return Math.hypot(...add(scaled(add(each, next), 0.5), scaled(middle, -1)));
  }));
  return { normal, ring, middle, up, right, inner };
}
function dist(a, b) { return Math.hypot(...add(a, scaled(b, -1))); }

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
    this.faces = body(sides);
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

  paint(pen, { x, y, height, pose, lies }) {
    const radius = this.size / 2;
    pen.save();
    shadow(pen, x + height * 0.25, y + radius * 0.5 + height * 0.35, radius, height / this.size);
    pen.translate(x, y - height);
    if (this.counts) glow(pen, radius * 1.5);
    const grown = radius * (1 + height / this.size * 0.18);
    for (const [n, each] of this.faces.entries()) {
      const normal = apply(pose, each.normal);
      if (normal[2] > 0.01) this.side(pen, each, n, pose, normal, grown, lies);
    }
    pen.restore();
  }

  side(pen, each, n, pose, normal, radius, lies) {
    const up = n === (this.shows - 1) % this.faces.length, dim = (lies ? (up ? 1.06 : 0.72) : 1) * (this.counts === false ? 0.5 : 1);
    const bright = (0.42 + 0.68 * Math.max(0, dot(normal, LIGHT))) * dim;
    const [r, g, b] = this.material.body.map((part) => Math.min(255, Math.round(part * bright)));
    pen.beginPath();
    for (const corner of each.ring) {
      const [px, py] = apply(pose, corner);
      pen.lineTo(px * radius, py * radius);
    }
    pen.closePath();
    pen.fillStyle = `rgb(${r} ${g} ${b})`;
    pen.strokeStyle = this.sides === 6 ? pen.fillStyle : this.material.edge;
    pen.lineJoin = "round";
    pen.lineWidth = this.sides === 6 ? radius * 0.12 : Math.max(1, radius * 0.018);
    pen.stroke();
    pen.fill();
    if (normal[2] > (lies ? 0.2 : 0.42)) this.mark(pen, each, n + 1, pose, radius);
  }

  // What stands on a face, laid into its plane.
  mark(pen, each, number, pose, radius) {
    const right = apply(pose, each.right), down = scaled(apply(pose, each.up), -1), [mx, my] = apply(pose, each.middle);
    pen.save();
    pen.transform(right[0] * radius, right[1] * radius, down[0] * radius, down[1] * radius, mx * radius, my * radius);
    pen.fillStyle = this.material.ink;
    if (this.sides === 6) {
      for (const spot of PIPS[number]) {
        pen.beginPath();
        pen.arc((spot % 3 - 1) * 0.29, (Math.floor(spot / 3) - 1) * 0.29, 0.1, 0, 7);
        pen.fill();
      }
    } else if (number <= this.sides) {
      const size = each.inner * (this.sides === 20 ? 1.1 : 0.95);
      pen.scale(size / 100, size / 100);
      pen.font = "600 100px Fraunces, Georgia, serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(number, 0, 6);
      if (number === 6 || number === 9) pen.fillRect(-24, 48, 48, 7);
    }
    pen.restore();
  }
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

// Shadows are drawn once, and then laid down in any size.
let soft = null;
function shadow(pen, x, y, radius, height) {
  if (!soft) {
    soft = document.createElement("canvas");
    soft.width = soft.height = 128;
    const made = soft.getContext("2d"), fade = made.createRadialGradient(64, 64, 10, 64, 64, 64);
    fade.addColorStop(0, "rgb(0 0 0 / 55%)");
    fade.addColorStop(1, "rgb(0 0 0 / 0%)");
    made.fillStyle = fade;
    made.fillRect(0, 0, 128, 128);
  }
  const wide = radius * 1.2 * (1 + height * 0.5), high = radius * 0.66;
  pen.globalAlpha = Math.max(0.3, 1 - height * 0.6);
  pen.drawImage(soft, x - wide, y - high, wide * 2, high * 2);
  pen.globalAlpha = 1;
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

globalThis.dice = { Die, ready };
