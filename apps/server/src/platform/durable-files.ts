import { open, writeFile } from 'node:fs/promises';

/** Writes a file that only its owner may read, and waits until it is on the disk. @throws Error if it exists */
export function writeNewFile(path: string, content: string): Promise<void> {
  return writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
}

/** Waits until the names of a folder are on the disk, such as that of a file that was renamed. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
