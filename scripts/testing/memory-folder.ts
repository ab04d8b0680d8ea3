import { statfsSync } from 'node:fs';

const sharedMemory = '/dev/shm';
/** What statfs says of a file system in memory, on Linux. */
const tmpfsType = 0x01021994;
/** The databases of a run take a fraction of it. Containers often have less. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Returns a folder in memory for what the tests of this process write; undefined if the machine has none with room.
 * The copy of a database, of two thousand small files, takes a fifth of the processor time there.
 */
export function memoryFolder(): string | undefined {
  try {
    const { type, bavail, bsize } = statfsSync(sharedMemory);
    if (type !== tmpfsType || bavail * bsize < minFreeBytes) return undefined;
  } catch {
    return undefined;
  }
  return `${sharedMemory}/seller-connect-tests-${process.getuid?.()}/${process.pid}`;
}
