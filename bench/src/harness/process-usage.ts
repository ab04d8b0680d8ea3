import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time in hundredths of a second (`USER_HZ`). */
const ticksPerSecond = 100;

/** Linux reports memory in pages of this size. */
const pageSizeBytes = 4096;

interface ProcessUsage {
  parent: number;
  ticks: number;
}

/**
 * Reads the parent (field 4) and the CPU time of the process and its ended children (fields 14 to 17).
 * Returns null if the process has ended.
 *
 * @see proc(5), `stat`
 */
function readUsage(pid: number): ProcessUsage | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return null;
  }
}

/**
 * Returns the CPU seconds that each process and its descendants, including ended ones, have used; 0 on systems without
 * /proc. Unlike wall-clock time, this depends little on other load of the machine.
 */
export function cpuSeconds(roots: readonly number[]): number[] {
  if (process.platform !== 'linux') return roots.map(() => 0);
  const usages = new Map<number, ProcessUsage>();
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? readUsage(Number(name)) : null;
    if (usage) usages.set(Number(name), usage);
  }
  return roots.map((root) => sumTicks(root, usages) / ticksPerSecond);
}

function sumTicks(root: number, usages: ReadonlyMap<number, ProcessUsage>): number {
  const tree = new Set([root]);
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const [pid, { parent }] of usages) {
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid);
        hasGrown = true;
      }
    }
  }
  let ticks = 0;
  for (const pid of tree) ticks += usages.get(pid)?.ticks ?? 0;
  return ticks;
}

/** Returns the process ID of the parent, or 0 if it is unknown. */
export function parentPid(pid: number): number {
  return readUsage(pid)?.parent ?? 0;
}

/**
 * Returns the resident memory of a process in bytes; 0 on systems without /proc.
 *
 * @throws Error if the process has ended
 * @see proc(5), `statm`
 */
export function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageSizeBytes;
}
