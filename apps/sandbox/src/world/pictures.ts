/** Pictures of products: small PNG files with the product's silhouette. */
import { crc32, deflateSync } from 'node:zlib';
import { coverage, isSilhouette, type Silhouette } from './silhouettes.ts';

/** Address below which the sandbox serves pictures; known once it listens. */
export interface PictureBase {
  url: string;
}

const edgePixels = 96;

const backgrounds = [
  [226, 232, 240],
  [254, 226, 210],
  [220, 240, 226],
  [224, 226, 252],
  [252, 236, 200],
  [214, 236, 246],
  [246, 222, 236],
] as const;
const inks = [
  [51, 65, 85],
  [194, 84, 40],
  [32, 122, 76],
  [78, 70, 190],
  [166, 104, 10],
  [14, 116, 156],
  [170, 52, 110],
] as const;

/** Returns the file name of a product's picture: the same for a product in all shops. */
export function pictureFile({
  code,
  silhouette,
}: {
  code: string;
  silhouette: Silhouette;
}): string {
  return `${silhouette}-${crc32(code) % backgrounds.length}.png`;
}

/** Returns the picture of a file name, or null for any other name. */
export function drawPicture(file: string): Buffer | null {
  const [, silhouette = '', number] = /^([a-zA-Z]+)-(\d)\.png$/.exec(file) ?? [];
  const [background, ink] = [backgrounds[Number(number)], inks[Number(number)]];
  if (!isSilhouette(silhouette) || background === undefined || ink === undefined) return null;
  const rows = Buffer.alloc(edgePixels * (edgePixels * 3 + 1));
  for (let y = 0; y < edgePixels; y += 1) {
    for (let x = 0; x < edgePixels; x += 1) {
      const covered = coverage(
        silhouette,
        (x / edgePixels) * 2 - 1,
        (y / edgePixels) * 2 - 1,
        2 / edgePixels,
      );
      const mixed = background.map((value, channel) =>
        Math.round(value + ((ink[channel] ?? value) - value) * covered),
      );
      rows.set(mixed, y * (edgePixels * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edgePixels, 0);
  header.writeUInt32BE(edgePixels, 4);
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
