import { hash } from 'node:crypto';

/**
 * Bloom filter: a set that can be tested for members but not listed. With 12 bits per entry and 8 hashes, about one
 * lookup in 300 is a false positive. File format: the number of entries (4 bytes, big-endian), then the bits.
 */
const bitsPerEntry = 12;
const hashCount = 8;

interface BloomFilter {
  /** False is certain; true may be a false positive. */
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

/**
 * Parses a filter file.
 * @throws Error when the file is too short
 */
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

/** Derives all bit positions from two halves of one SHA-256 (Kirsch and Mitzenmacher's double hashing). */
function bitPositions(entry: string, count: number): number[] {
  const digest = hash('sha256', entry, 'buffer');
  const first = digest.readUIntBE(0, 6);
  const step = (digest.readUIntBE(6, 6) % 0xffffff) + 1;
  return Array.from({ length: hashCount }, (_, index) => (first + index * step) % count);
}
