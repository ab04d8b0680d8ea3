import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A file system small enough to be filled. */
export interface SmallDisk {
  /** Fills it to the last byte. */
  fill(): void;
  empty(): void;
  unmount(): void;
}

/** CAP_SYS_ADMIN of Linux, as a bit. Root has it, except in most containers. */
const mountCapability = 1n << 21n;

/** Returns whether the user of this process may mount file systems. */
export function mayMount(): boolean {
  const status = '/proc/self/status';
  if (!existsSync(status)) return false;
  const [, effective = '0'] = /^CapEff:\s*([\da-f]+)$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return (BigInt(`0x${effective}`) & mountCapability) !== 0n;
}

const sizeMegabytes = 320;
const chunk = Buffer.alloc(1 << 20);

/** Mounts one on a folder. Returns null if the user may not mount. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  const options = ['-t', 'tmpfs', '-o', `size=${sizeMegabytes}m,mode=0700`, 'tmpfs', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null;
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (let part = chunk; part.length > 0;) {
          try {
            writeSync(file, part);
          } catch {
            // The rest is filled with ever smaller chunks.
            part = part.subarray(0, Math.floor(part.length / 2));
          }
        }
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }),
  };
}
