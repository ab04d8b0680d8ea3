import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach } from 'vitest';

/** Receives a line of JSON for each test and each file. Their figures are exact with a single worker. */
const file = process.env['SHOW_COST'];

/** /proc counts in ticks; USER_HZ is 100 on every Linux that Node runs on. */
const msPerTick = 10;

interface ProcessTimes {
  parent: number;
  ownMs: number;
  /** Of ended children. */
  endedMs: number;
}

function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields
        .slice(11, 15)
        .map(Number);
      processes.set(Number(name), {
        parent: Number(fields[1]),
        ownMs: (user + system) * msPerTick,
        endedMs: (endedUser + endedSystem) * msPerTick,
      });
    } catch {
      // The process has exited.
    }
  }
  return processes;
}

/** Returns the processor time so far of this worker, of the programs that it started, and of all else of the run. */
function sample() {
  const processes = readProcesses();
  const sumTree = (pid: number, except?: number): number => {
    const times = processes.get(pid);
    if (times === undefined || pid === except) return 0;
    let sum = times.ownMs + times.endedMs;
    for (const [child, { parent }] of processes) if (parent === pid) sum += sumTree(child, except);
    return sum;
  };
  const worker = processes.get(process.pid)?.ownMs ?? 0;
  return {
    worker,
    programs: sumTree(process.pid) - worker,
    server: sumTree(process.ppid, process.pid),
  };
}

if (file !== undefined) {
  const append = (name: string, before: ReturnType<typeof sample>) => {
    const after = sample();
    const cost = {
      name,
      worker: after.worker - before.worker,
      programs: after.programs - before.programs,
      server: after.server - before.server,
    };
    appendFileSync(file, `${JSON.stringify(cost)}\n`);
  };
  const beforeFile = sample();
  let beforeTest = beforeFile;
  let fileName = '';
  beforeEach(({ task }) => {
    fileName = task.file.name;
    beforeTest = sample();
  });
  afterEach(({ task }) => append(`${fileName} > ${task.name}`, beforeTest));
  // Registered first, so it runs after the hooks of the file.
  afterAll(() => append(fileName, beforeFile));
}
