/** Pictures of products: small PNG files, drawn from the name of the product. */
import { crc32, deflateSync } from 'node:zlib';

/** Address below which the sandbox serves pictures; known once it listens. */
export interface PictureBase {
  url: string;
}

const EDGE = 96;
const MAX_NUMBER = 1e15;

const HUES = [
  [226, 232, 240],
  [254, 226, 210],
  [220, 240, 226],
  [224, 226, 252],
  [252, 236, 200],
  [214, 236, 246],
  [246, 222, 236],
] as const;
const INKS = [
  [51, 65, 85],
  [194, 84, 40],
  [32, 122, 76],
  [78, 70, 190],
  [166, 104, 10],
  [14, 116, 156],
  [170, 52, 110],
] as const;

/** Silhouettes in coordinates from -1 to 1. */
const SHAPES: readonly ((x: number, y: number) => boolean)[] = [
  // A cup
  (x, y) =>
    (Math.abs(x) < 0.4 && Math.abs(y) < 0.5) || Math.abs(Math.hypot(x - 0.45, y) - 0.25) < 0.07,
  // A bottle
  (x, y) => Math.abs(x) < (y < -0.25 ? 0.14 : 0.34) && Math.abs(y) < 0.62,
  // A shirt
  (x, y) =>
    (Math.abs(x) < 0.36 && Math.abs(y) < 0.55) ||
    (y < -0.15 && y > -0.55 && Math.abs(x) < 0.66 + y * 0.2),
  // A ring
  (x, y) => Math.abs(Math.hypot(x, y) - 0.42) < 0.15,
  // A phone
  (x, y) =>
    Math.abs(x) < 0.32 && Math.abs(y) < 0.6 && !(Math.abs(x) < 0.25 && y > -0.48 && y < 0.42),
  // A box
  (x, y) => Math.abs(x) < 0.52 && Math.abs(y) < 0.44 && Math.abs(y + 0.14) > 0.03,
];

/** Returns the file name of a product's picture: the same for a name in all shops. */
export function pictureFile(name: string): string {
  return `${crc32(name)}.png`;
}

/** Returns the picture of a file name, or null for any other name. */
export function drawPicture(file: string): Buffer | null {
  const number = Number(/^(\d{1,15})\.png$/.exec(file)?.[1] ?? NaN);
  if (!Number.isSafeInteger(number) || number > MAX_NUMBER) return null;
  const color = number % HUES.length;
  const shape = SHAPES[Math.floor(number / 7) % SHAPES.length];
  const rows = Buffer.alloc(EDGE * (EDGE * 3 + 1));
  for (let y = 0; y < EDGE; y += 1) {
    for (let x = 0; x < EDGE; x += 1) {
      const inside = shape?.((x / EDGE) * 2 - 1, (y / EDGE) * 2 - 1) ?? false;
      const [red, green, blue] = (inside ? INKS : HUES)[color] ?? HUES[0];
      rows.set([red, green, blue], y * (EDGE * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(EDGE, 0);
  header.writeUInt32BE(EDGE, 4);
  // 8 bits per channel, RGB
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
