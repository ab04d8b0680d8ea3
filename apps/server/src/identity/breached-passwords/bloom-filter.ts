import { createHash } from 'node:crypto';

/**
 * A set that can be asked for members and never listed (Bloom filter): 12 bits an entry and 8 places make one false
 * "yes" in about 300. File: the number of entries (4 bytes, big-endian), then the bits.
 */
const bitsPerEntry = 12;
const hashCount = 8;

export interface BloomFilter {
  /** False is certain. */
  mayHave(entry: string): boolean;
}

export function buildBloomFilter(entries: Iterable<string>): Buffer {
  const distinct = new Set(entries);
  const bits = Math.max(64, distinct.size * bitsPerEntry);
  const file = Buffer.alloc(4 + Math.ceil(bits / 8));
  file.writeUInt32BE(distinct.size, 0);
  const count = (file.length - 4) * 8;
  for (const entry of distinct) {
    for (const position of bitPositions(entry, count)) {
      const at = 4 + (position >> 3);
      file.writeUInt8(file.readUInt8(at) | (1 << (position & 7)), at);
    }
  }
  return file;
}

/** @throws when the file is none of ours. */
export function parseBloomFilter(file: Buffer): BloomFilter {
  if (file.length < 12) throw new Error('The filter of stolen passwords is damaged');
  const count = (file.length - 4) * 8;
  return {
    mayHave: (entry) =>
      bitPositions(entry, count).every(
        (position) => (file.readUInt8(4 + (position >> 3)) & (1 << (position & 7))) !== 0,
      ),
  };
}

/** Two halves of one SHA-256 make as many independent places as are needed (Kirsch and Mitzenmacher). */
function bitPositions(entry: string, count: number): number[] {
  const digest = createHash('sha256').update(entry).digest();
  const first = digest.readUIntBE(0, 6);
  const step = (digest.readUIntBE(6, 6) % 0xffffff) + 1;
  return Array.from({ length: hashCount }, (_, index) => (first + index * step) % count);
}
