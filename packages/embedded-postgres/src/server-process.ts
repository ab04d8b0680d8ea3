import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';

/** Contents of a running server's postmaster.pid. */
export type PidFile = { pid: number; port: number; socketFolder: string; listenAddress: string };

/** Reads postmaster.pid of a data folder. Returns undefined if it is missing or incomplete. */
export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    port: Number.isInteger(port) ? port : 0,
    socketFolder: lines[4]?.trim() ?? '',
    listenAddress: lines[5]?.trim() ?? '',
  };
}

/**
 * Returns whether a process is a PostgreSQL server of this data folder. The process id alone is not enough: after a
 * reboot another program may have it.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  const described = readProcess(pid);
  if (!described) return false;
  return described.program.startsWith('postgres') && described.args.includes(cluster);
}

/** Returns the pids of all processes whose working directory is the data folder: the server and its backends. */
export function pidsInFolder(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === cluster;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Returns whether a living guard owns the server, and hence another running program. */
export function hasLivingGuard(pid: number): boolean {
  const parent = parentPid(pid);
  if (parent === undefined || parent <= 1) return false;
  return readProcess(parent)?.args.some((word) => word.endsWith('/guard.ts')) ?? false;
}

/** Returns whether a process of any user runs. A zombie does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return readStat(pid)?.state !== 'Z';
}

function readProcess(pid: number): { program: string; args: string[] } | undefined {
  try {
    if (process.platform === 'linux') {
      const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      const program = basename(readlinkSync(`/proc/${pid}/exe`));
      return { program, args: argv };
    }
  } catch {
    return undefined;
  }
  const result = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  if (result.status !== 0) return undefined;
  // Arguments with spaces are split here; the query to the server itself decides then.
  const line = result.stdout.trim();
  const argv = line.split(/\s+/);
  const folder = /-D (.+?) -/.exec(line)?.[1];
  return { program: basename(argv[0] ?? ''), args: folder ? [...argv, folder] : argv };
}

function parentPid(pid: number): number | undefined {
  if (process.platform === 'linux') return readStat(pid)?.parent;
  const result = spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  return result.status === 0 ? Number(result.stdout.trim()) : undefined;
}

function readStat(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces, so fields are counted after the closing one.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
