/**
 * Stateless, reproducible randomness. Every draw hashes its subject, so each order can be generated without the
 * previous ones.
 */

/** Mixes a value into a 32-bit hash. */
export function mix(hash: number, value: number): number {
  let h = Math.imul(hash ^ value, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca77);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae3d);
  h ^= h >>> 16;
  return h >>> 0;
}

/**
 * Returns a number in [0, 1) for the property `key` of the subject `hash`. Each property has a key of its own, so that
 * the draws are independent.
 */
export function draw(hash: number, key: number): number {
  return mix(hash, key) / 4_294_967_296;
}

/** Returns an integer in [0, size). */
export function drawIndex(hash: number, key: number, size: number): number {
  return Math.floor(draw(hash, key) * size);
}

/** Returns one element of a list, which must not be empty. */
export function drawItem<T>(hash: number, key: number, list: readonly T[]): T {
  const element = list[drawIndex(hash, key, list.length)];
  if (element === undefined) throw new RangeError('nothing to draw from');
  return element;
}

/** Returns the 32-bit FNV-1a hash of a text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  }
  return h >>> 0;
}
