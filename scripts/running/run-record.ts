import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const crashedRunWaitMs = 15_000;
const stoppingRunWaitMs = 3000;

/**
 * Records which launcher uses a data folder. If that launcher was killed, its programs are about to exit and the next
 * start waits for them. If it is alive, it may be shutting down.
 */
export function openRunRecord(dataDir: string): {
  /** How long to wait for ports of the previous run, in milliseconds. */
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
      return crashedRunWaitMs;
    }
    process.kill(Number(parsed.launcher), 0);
    return stoppingRunWaitMs;
  } catch (error) {
    const never = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return never ? 0 : crashedRunWaitMs;
  }
}
