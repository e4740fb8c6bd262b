// The geometry of fields: corners on the face, moves, sizes, turns, snapping, alignment. Lengths are in mm, y points down.
// A field has a `box` (left, top, right, bottom) in its frame, a `turn` about the box's centre, and the frame's `matrix`.
const rotated = ([x, y], degrees, [cx, cy] = [0, 0]) => {
  const angle = degrees * Math.PI / 180, cos = Math.cos(angle), sin = Math.sin(angle);
  return [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
};
const centre = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];
const onFace = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];
const inFrame = ([a, b, c, d, e, f], [x, y]) => {
  const size = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / size, (a * (y - f) - b * (x - e)) / size];
};

// The corners of a field on the face, clockwise from its own top left.
export function corners(field, box, turn) {
  const [left, top, right, bottom] = box;
  return [[left, top], [right, top], [right, bottom], [left, bottom]].map((point) => onFace(field.matrix, rotated(point, turn, centre(box))));
}

// The box around fields, on the face.
export function bounds(fields) {
  const points = fields.flatMap((each) => corners(each, each.box, each.turn));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// The box of a field that is moved on the face.
export function moved(field, dx, dy) {
  const [[x0, y0], [x, y]] = [[0, 0], [dx, dy]].map((point) => inFrame(field.matrix, point));
  const [left, top, right, bottom] = field.box;
  return [left + x - x0, top + y - y0, right + x - x0, bottom + y - y0];
}

// The box of a field whose handle (-1, 0 or 1 across and down) is dragged to a point of the face; the other side stays.
export function resized(field, [across, down], point, even, step) {
  const middle = centre(field.box), [left, top, right, bottom] = field.box;
  const [px, py] = rotated(inFrame(field.matrix, point), -field.turn, middle).map((value) => Math.round(value / step) * step);
  const made = [across < 0 ? Math.min(px, right - 0.5) : left, down < 0 ? Math.min(py, bottom - 0.5) : top, across > 0 ? Math.max(px, left + 0.5) : right, down > 0 ? Math.max(py, top + 0.5) : bottom];
  if (even && across && down) { // keeps its proportions
    const times = Math.max((made[2] - made[0]) / (right - left), (made[3] - made[1]) / (bottom - top));
    const [width, height] = [(right - left) * times, (bottom - top) * times];
    if (across < 0) made[0] = right - width; else made[2] = left + width;
    if (down < 0) made[1] = bottom - height; else made[3] = top + height;
  }
  const [x, y] = rotated(centre(made), field.turn, middle), [width, height] = [made[2] - made[0], made[3] - made[1]];
  return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
}

// The turn of a field whose top points to a point of the face.
export function turned(field, point, step) {
  const [x, y] = inFrame(field.matrix, point), [cx, cy] = centre(field.box);
  const angle = Math.atan2(x - cx, cy - y) * 180 / Math.PI;
  const whole = Math.round(angle / step) * step;
  return whole === -180 ? 180 : whole;
}

// How the picture of a field changes with its box and turn, as a matrix [a, b, c, d, e, f] on the face. `keeps` says what
// of the picture stays: nothing (it fills the box), its proportions ('contain', 'cover'), at most its size ('text'), or
// its size ('size').
export function reshaping(field, box, turn, keeps) {
  const [left, top, right, bottom] = field.box, [width, height] = [right - left, bottom - top];
  const ways = [(box[2] - box[0]) / width, (box[3] - box[1]) / height];
  const times = { contain: Math.min(...ways), cover: Math.max(...ways), text: Math.min(1, ...ways), size: 1 }[keeps];
  let made = box;
  if (times) {
    const [x, y] = keeps === 'size' ? [box[0] + width / 2, box[1] + height / 2] : centre(box);
    made = [x - width * times / 2, y - height * times / 2, x + width * times / 2, y + height * times / 2];
  }
  const middle = centre(box), around = (point) => onFace(field.matrix, rotated(point, turn, middle));
  const [p, q, , s] = corners(field, field.box, field.turn);
  const [P, Q, S] = [[made[0], made[1]], [made[2], made[1]], [made[0], made[3]]].map(around);
  const old = [q[0] - p[0], q[1] - p[1], s[0] - p[0], s[1] - p[1], p[0], p[1]];
  const [a, b, c, d] = [Q[0] - P[0], Q[1] - P[1], S[0] - P[0], S[1] - P[1]];
  const of = (x, y) => { const [u, v] = inFrame(old, [x, y]); return [a * u + c * v + P[0], b * u + d * v + P[1]]; };
  const [zero, right1, down1] = [of(0, 0), of(1, 0), of(0, 1)];
  return [right1[0] - zero[0], right1[1] - zero[1], down1[0] - zero[0], down1[1] - zero[1], ...zero];
}

// The lines to which fields snap: those of the face, of its safe zone and bleed, and the edges and centres of other fields.
export function edges({ width, height, safe }, bleed, others) {
  const found = { x: [0, width / 2, width, safe, width - safe, -bleed, width + bleed], y: [0, height / 2, height, safe, height - safe, -bleed, height + bleed] };
  others.forEach((each) => {
    const [left, top, right, bottom] = bounds([each]);
    found.x.push(left, (left + right) / 2, right);
    found.y.push(top, (top + bottom) / 2, bottom);
  });
  return found;
}

// A move that snaps to lines, or goes in steps. Returns how far it goes, and the lines to which it snaps.
export function snapped([left, top, right, bottom], dx, dy, lines, near, step) {
  const one = (points, by, to) => {
    let best = null;
    for (const point of points) for (const line of to) {
      const off = line - point - by;
      if (Math.abs(off) < near && (!best || Math.abs(off) < Math.abs(best[0]))) best = [off, line];
    }
    if (best) return [by + best[0], best[1]];
    const [first] = points;
    return [Math.round((first + by) / step) * step - first, null];
  };
  const [x, atX] = one([left, (left + right) / 2, right], dx, lines.x);
  const [y, atY] = one([top, (top + bottom) / 2, bottom], dy, lines.y);
  const far = 1000;
  return [x, y, [...(atX === null ? [] : [[atX, -far, atX, far]]), ...(atY === null ? [] : [[-far, atY, far, atY]])]];
}

// New boxes that align or distribute fields, by their keys; null if there are too few fields.
export function align(fields, way) {
  if (fields.length < 2) return null;
  const [left, top, right, bottom] = bounds(fields);
  const made = new Map();
  const put = (each, dx, dy) => made.set(each.key, { box: moved(each, dx, dy), turn: each.turn });
  if (way === 'across' || way === 'down') {
    if (fields.length < 3) return null;
    const at = way === 'across' ? 0 : 1, sorted = [...fields].sort((a, b) => bounds([a])[at] - bounds([b])[at]);
    const sizes = sorted.map((each) => bounds([each])[at + 2] - bounds([each])[at]);
    const gap = ((at ? bottom - top : right - left) - sizes.reduce((sum, size) => sum + size, 0)) / (sorted.length - 1);
    let next = at ? top : left;
    sorted.forEach((each, place) => { const by = next - bounds([each])[at]; put(each, at ? 0 : by, at ? by : 0); next += sizes[place] + gap; });
    return made;
  }
  fields.forEach((each) => {
    const [l, t, r, b] = bounds([each]);
    put(each, { left: left - l, centre: (left + right - l - r) / 2, right: right - r }[way] || 0, { top: top - t, middle: (top + bottom - t - b) / 2, bottom: bottom - b }[way] || 0);
  });
  return made;
}
