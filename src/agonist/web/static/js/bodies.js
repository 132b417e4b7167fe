// Convex bodies of so many faces, and the turning of them.

const PHI = (1 + Math.sqrt(5)) / 2;
const known = new Map();

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

// A body: its corners, and its faces as rings of numbers of corners, found as the planes that have all corners on one side.
function body(sides) {
  const shape = [4, 6, 8, 10, 12, 20].includes(sides) ? sides : 20;
  if (known.has(shape)) return known.get(shape);
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
    faces.set(normal.map((each) => Math.round(each * 10)).join(), { normal, reach });
  }
  const made = [...faces.values()].map(({ normal, reach }) => face(all, normal, reach));
  made.sort((one, other) => other.normal[2] - one.normal[2] || other.normal[1] - one.normal[1] || other.normal[0] - one.normal[0]);
  for (const each of made) each.ring = each.ring.map((corner) => all.indexOf(corner));
  known.set(shape, { faces: made, points: all });
  return known.get(shape);
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

// The line around some points.
function hull(points) {
  const sorted = [...points].sort(([x, y], [u, v]) => x - u || y - v), half = (all) => {
    const line = [];
    for (const p of all) {
      while (line.length > 1 && bend(line.at(-2), line.at(-1), p) <= 1e-6) line.pop();
      line.push(p);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}
function bend(a, b, c) { return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]); }

export { apply, body, cross, dot, hull, scaled, times, turned, unit };
