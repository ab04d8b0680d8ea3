import { createServer } from 'node:net';

/**
 * The ports that tests listen on. Connections get theirs from a higher range, so that none takes a port between its
 * choice and its use. Browsers refuse some lower ports.
 */
const range = { first: 11_000, end: 32_000 };
const blockSize = 8;
const blocks = Math.floor((range.end - range.first) / blockSize);
/** Processes that run side by side have different ids, and so choose from different blocks. */
let block = process.pid % blocks;

/** Returns a port that is free. */
export function freePort(): Promise<number> {
  return freePorts(1);
}

/** Returns the first of `count` consecutive ports that are free, eight at most. */
export async function freePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < blocks; attempt += 1) {
    const first = range.first + block * blockSize;
    // Far from the blocks of processes with the next ids.
    block = (block + 997) % blocks;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
  throw new Error(`No ${count} consecutive ports are free`);
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      probe.close(() => resolve(true));
    });
  });
}
