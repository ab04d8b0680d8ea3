import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const ticksPerSecond = 100;

interface ProcessUsage {
  parent: number;
  ticks: number;
}

/** Field 4 is the parent; 14 to 17 are the time of the process and of its ended children (proc(5), `stat`). */
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
 * Processor time in seconds that a process has used with its children, the ended ones too. Unlike the clock it says
 * little of what else the machine does. 0 where there is no /proc.
 */
export function cpuSeconds(root: number): number {
  if (process.platform !== 'linux') return 0;
  const usages = new Map<number, ProcessUsage>();
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? readUsage(Number(name)) : null;
    if (usage) usages.set(Number(name), usage);
  }
  const family = new Set([root]);
  for (let grew = true; grew;) {
    grew = false;
    for (const [pid, { parent }] of usages) {
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grew = true;
      }
    }
  }
  let ticks = 0;
  for (const pid of family) ticks += usages.get(pid)?.ticks ?? 0;
  return ticks / ticksPerSecond;
}

/** The process that a connection's server process came from. */
export function parentPid(pid: number): number {
  return readUsage(pid)?.parent ?? 0;
}

/** What a process keeps in memory, in bytes (proc(5), `statm`). */
export function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;
}
