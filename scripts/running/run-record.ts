import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Notes which launcher uses a data folder, so that the next start can tell the remains of a killed
 * run, which end by themselves in a moment, from a run that is still wanted.
 */
export function openRunRecord(dataDir: string): { remains: boolean; write(): void; close(): void } {
  const file = join(dataDir, 'run.json');
  return {
    remains: hasRemains(file),
    write() {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      writeFileSync(file, JSON.stringify({ launcher: process.pid }));
    },
    close: () => rmSync(file, { force: true }),
  };
}

function hasRemains(file: string): boolean {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('launcher' in parsed)) return true;
    process.kill(Number(parsed.launcher), 0);
    return false;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}
