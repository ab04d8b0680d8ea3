/** Silhouettes of the catalogue's products, composed of simple figures in coordinates from -1 to 1, downwards. */
type Figure = (x: number, y: number) => boolean;

const box =
  (cx: number, cy: number, width: number, height: number, radius = 0): Figure =>
  (x, y) => {
    const beyondX = Math.max(Math.abs(x - cx) - width + radius, 0);
    const beyondY = Math.max(Math.abs(y - cy) - height + radius, 0);
    return radius === 0 ? beyondX === 0 && beyondY === 0 : Math.hypot(beyondX, beyondY) <= radius;
  };
const disc =
  (cx: number, cy: number, radius: number): Figure =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) <= radius;
const ring =
  (cx: number, cy: number, radius: number, half: number): Figure =>
  (x, y) =>
    Math.abs(Math.hypot(x - cx, y - cy) - radius) <= half;
const line =
  (x1: number, y1: number, x2: number, y2: number, half: number): Figure =>
  (x, y) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
    const at = Math.min(Math.max(along, 0), 1);
    return Math.hypot(x - x1 - at * dx, y - y1 - at * dy) <= half;
  };
/** A trapezoid between two heights with a half width at each. */
const taper =
  (top: number, topWidth: number, bottom: number, bottomWidth: number, cx = 0): Figure =>
  (x, y) =>
    y >= top &&
    y <= bottom &&
    Math.abs(x - cx) <= topWidth + ((bottomWidth - topWidth) * (y - top)) / (bottom - top);
const above =
  (limit: number): Figure =>
  (_, y) =>
    y <= limit;
const below =
  (limit: number): Figure =>
  (_, y) =>
    y >= limit;
const intersection =
  (one: Figure, other: Figure): Figure =>
  (x, y) =>
    one(x, y) && other(x, y);
const union =
  (...figures: Figure[]): Figure =>
  (x, y) =>
    figures.some((figure) => figure(x, y));
const difference =
  (figure: Figure, ...holes: Figure[]): Figure =>
  (x, y) =>
    figure(x, y) && !holes.some((hole) => hole(x, y));

const sleeves = union(line(-0.26, -0.32, -0.54, -0.06, 0.13), line(0.26, -0.32, 0.54, -0.06, 0.13));
const collar = disc(0, -0.52, 0.17);

const silhouettes = {
  appliance: difference(
    box(0, 0, 0.44, 0.6, 0.14),
    box(0, -0.36, 0.26, 0.05, 0.04),
    ring(0, 0.14, 0.22, 0.04),
  ),
  bag: union(box(0, 0.2, 0.5, 0.38, 0.1), intersection(ring(0, -0.2, 0.26, 0.06), above(-0.15))),
  bean: difference(disc(0, 0, 0.48), line(-0.22, -0.36, 0.22, 0.36, 0.04)),
  bib: difference(box(0, 0.12, 0.44, 0.52, 0.3), disc(0, -0.36, 0.24)),
  blocks: union(
    box(-0.28, 0.28, 0.23, 0.23, 0.04),
    box(0.28, 0.28, 0.23, 0.23, 0.04),
    box(0, -0.28, 0.23, 0.23, 0.04),
  ),
  board: difference(box(0, 0, 0.42, 0.6, 0.12), disc(0, -0.42, 0.08)),
  bottle: union(box(0, 0.2, 0.28, 0.44, 0.1), box(0, -0.42, 0.11, 0.2, 0.03)),
  bowl: union(intersection(disc(0, -0.12, 0.56), below(-0.12)), box(0, 0.45, 0.2, 0.06)),
  cable: union(
    intersection(ring(0, 0.12, 0.38, 0.06), below(0.12)),
    line(-0.38, 0.12, -0.38, -0.2, 0.06),
    line(0.38, 0.12, 0.38, -0.2, 0.06),
    box(-0.38, -0.36, 0.13, 0.16, 0.03),
    box(0.38, -0.36, 0.13, 0.16, 0.03),
  ),
  charger: union(
    box(0, 0.14, 0.38, 0.42, 0.12),
    line(-0.16, -0.3, -0.16, -0.56, 0.06),
    line(0.16, -0.3, 0.16, -0.56, 0.06),
  ),
  cup: union(box(-0.06, 0.06, 0.36, 0.46, 0.12), ring(0.32, 0, 0.2, 0.07)),
  curtain: union(
    box(0, -0.56, 0.66, 0.05),
    taper(-0.5, 0.3, 0.6, 0.22, -0.34),
    taper(-0.5, 0.3, 0.6, 0.22, 0.34),
  ),
  dress: difference(union(taper(-0.58, 0.24, -0.08, 0.17), taper(-0.08, 0.17, 0.6, 0.5)), collar),
  dropper: union(
    box(0, 0.24, 0.28, 0.38, 0.08),
    box(0, -0.26, 0.15, 0.07),
    box(0, -0.5, 0.08, 0.16, 0.07),
  ),
  garment: difference(
    union(taper(-0.5, 0.28, 0.62, 0.4), sleeves),
    collar,
    line(0, -0.3, 0, 0.62, 0.025),
  ),
  gift: union(
    difference(box(0, 0.16, 0.5, 0.4, 0.05), box(0, 0.16, 0.05, 0.4), box(0, -0.02, 0.5, 0.04)),
    ring(-0.15, -0.38, 0.13, 0.05),
    ring(0.15, -0.38, 0.13, 0.05),
  ),
  hat: union(box(0, 0.26, 0.7, 0.09, 0.09), intersection(disc(0, 0.18, 0.4), above(0.2))),
  headphones: union(
    intersection(ring(0, 0.06, 0.48, 0.06), above(0.1)),
    box(-0.46, 0.26, 0.14, 0.26, 0.1),
    box(0.46, 0.26, 0.14, 0.26, 0.1),
  ),
  jar: union(box(0, 0.14, 0.4, 0.42, 0.12), box(0, -0.42, 0.34, 0.1, 0.04)),
  keyboard: difference(
    box(0, 0, 0.72, 0.38, 0.1),
    ...[-0.48, -0.24, 0, 0.24, 0.48].flatMap((x) => [
      box(x, -0.18, 0.08, 0.06, 0.02),
      box(x, 0.02, 0.08, 0.06, 0.02),
    ]),
    box(0, 0.22, 0.3, 0.05, 0.02),
  ),
  lamp: union(
    taper(-0.6, 0.2, -0.12, 0.42),
    line(0, -0.12, 0, 0.55, 0.05),
    box(0, 0.58, 0.28, 0.06, 0.05),
  ),
  leaf: difference(
    intersection(disc(-0.34, 0, 0.7), disc(0.34, 0, 0.7)),
    line(0, -0.3, 0, 0.62, 0.03),
  ),
  lipstick: union(
    box(0, 0.36, 0.21, 0.26, 0.04),
    box(0, 0.02, 0.16, 0.05),
    difference(box(0, -0.22, 0.12, 0.22, 0.05), line(-0.24, -0.52, 0.24, -0.3, 0.08), above(-0.42)),
  ),
  mop: union(line(0, -0.68, 0, 0.26, 0.05), taper(0.26, 0.16, 0.6, 0.46)),
  mouse: difference(box(0, 0, 0.34, 0.56, 0.32), line(0, -0.44, 0, -0.2, 0.05)),
  nursingBottle: union(
    difference(
      box(0, 0.24, 0.26, 0.4, 0.1),
      box(0.14, 0.12, 0.08, 0.025),
      box(0.14, 0.3, 0.08, 0.025),
    ),
    box(0, -0.24, 0.28, 0.06, 0.03),
    disc(0, -0.4, 0.12),
  ),
  onesie: difference(
    union(box(0, -0.06, 0.3, 0.42, 0.06), taper(0.3, 0.3, 0.62, 0.12), sleeves),
    collar,
  ),
  pack: difference(
    box(0, 0.02, 0.52, 0.5, 0.14),
    box(0, -0.26, 0.2, 0.06, 0.05),
    disc(0, 0.16, 0.16),
  ),
  pan: union(
    difference(disc(-0.16, 0.08, 0.42), ring(-0.16, 0.08, 0.3, 0.025)),
    line(0.2, -0.12, 0.62, -0.38, 0.08),
  ),
  phone: difference(box(0, 0, 0.34, 0.62, 0.1), box(0, -0.02, 0.26, 0.46)),
  phoneStand: union(
    box(0, 0.56, 0.4, 0.06, 0.05),
    line(0.04, 0.5, 0.14, 0, 0.07),
    line(0.28, 0.2, -0.06, -0.56, 0.1),
  ),
  pillow: difference(box(0, 0, 0.62, 0.42, 0.22), disc(0, 0, 0.14)),
  powerBank: difference(
    box(0, 0, 0.36, 0.62, 0.12),
    ...[0, 1, 2].map((dot) => disc(-0.14 + dot * 0.14, 0.42, 0.04)),
  ),
  sack: difference(
    union(taper(-0.36, 0.3, 0.58, 0.46), box(0, -0.48, 0.24, 0.08, 0.05)),
    box(0, 0.14, 0.22, 0.14, 0.05),
  ),
  scarf: union(ring(0, -0.2, 0.3, 0.12), line(0.12, 0.08, 0.26, 0.56, 0.12)),
  sheet: difference(box(0, 0, 0.58, 0.48, 0.06), line(-0.58, -0.12, 0.58, -0.12, 0.03)),
  shelf: union(
    ...[-0.5, 0, 0.5].map((y) => box(0, y, 0.46, 0.06)),
    line(-0.42, -0.6, -0.42, 0.62, 0.05),
    line(0.42, -0.6, 0.42, 0.62, 0.05),
  ),
  shirt: difference(union(box(0, 0.08, 0.32, 0.52, 0.05), sleeves), collar),
  shoe: union(
    box(0, 0.34, 0.62, 0.07, 0.05),
    box(-0.36, 0, 0.22, 0.26, 0.06),
    intersection(disc(0.1, 0.26, 0.46), intersection(below(-0.06), above(0.26))),
    intersection(box(0.3, 0.18, 0.32, 0.1, 0.1), above(0.26)),
  ),
  skirt: union(box(0, -0.46, 0.26, 0.07), taper(-0.36, 0.26, 0.54, 0.58)),
  speaker: difference(box(0, 0, 0.38, 0.6, 0.12), ring(0, 0.18, 0.22, 0.05), disc(0, -0.32, 0.09)),
  stroller: union(
    intersection(disc(-0.06, 0, 0.46), above(0)),
    line(0.36, 0, 0.58, -0.44, 0.05),
    box(-0.06, 0.14, 0.44, 0.08, 0.06),
    ring(-0.3, 0.48, 0.12, 0.05),
    ring(0.2, 0.48, 0.12, 0.05),
  ),
  teapot: union(
    disc(0, 0.12, 0.4),
    line(0.32, 0.14, 0.6, -0.18, 0.07),
    ring(-0.4, 0.1, 0.2, 0.06),
    box(0, -0.34, 0.1, 0.08, 0.05),
  ),
  trousers: difference(taper(-0.6, 0.28, 0.62, 0.38), taper(-0.16, 0, 0.63, 0.14)),
  tube: union(taper(-0.6, 0.36, 0.3, 0.2), box(0, 0.46, 0.18, 0.12, 0.03)),
  watch: union(
    difference(union(box(0, 0, 0.2, 0.72, 0.08), disc(0, 0, 0.42)), disc(0, 0, 0.31)),
    line(0, 0, 0, -0.18, 0.04),
    line(0, 0, 0.13, 0.08, 0.04),
  ),
} satisfies Record<string, Figure>;

export type Silhouette = keyof typeof silhouettes;

/** Returns whether a text is the name of a silhouette. */
export function isSilhouette(name: string): name is Silhouette {
  return Object.hasOwn(silhouettes, name);
}

/** Returns how much of a small square around a point a silhouette covers, from 0 to 1. */
export function coverage(name: Silhouette, x: number, y: number, edge: number): number {
  const silhouette = silhouettes[name];
  let covered = 0;
  for (const dx of [-0.25, 0.25]) {
    for (const dy of [-0.25, 0.25]) {
      if (silhouette(x + dx * edge, y + dy * edge)) covered += 1;
    }
  }
  return covered / 4;
}
