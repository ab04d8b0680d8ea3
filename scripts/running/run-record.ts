import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CRASHED_RUN_WAIT_MS = 15_000;
const STOPPING_RUN_WAIT_MS = 3000;

/**
 * Notes which launcher uses a data folder. When that was killed, its programs end by themselves in a
 * moment, and the next start waits for them; when it lives, it may just be ending.
 */
export function openRunRecord(dataDir: string): {
  /** Milliseconds that a port taken by the earlier run is worth waiting for. */
  previousRunWaitMs: number;
  write(): void;
  close(): void;
} {
  const file = join(dataDir, 'run.json');
  return {
    previousRunWaitMs: previousRunWaitMs(file),
    write() {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, JSON.stringify({ launcher: process.pid }));
    },
    close: () => rmSync(file, { force: true }),
  };
}

function previousRunWaitMs(file: string): number {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('launcher' in parsed)) {
      return CRASHED_RUN_WAIT_MS;
    }
    process.kill(Number(parsed.launcher), 0);
    return STOPPING_RUN_WAIT_MS;
  } catch (error) {
    const never = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return never ? 0 : CRASHED_RUN_WAIT_MS;
  }
}
