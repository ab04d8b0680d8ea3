import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies the parent process and, if that is only a shell, its parent. The result changes when one of them exits.
 * @returns {string}
 */
export function processesAbove() {
  const parent = process.ppid;
  const above = describe(parent);
  const isShell = above !== undefined && /^(ba|da|z)?sh$/.test(above.name);
  return isShell ? `${parent} ${above.parent}` : String(parent);
}

/**
 * @param {number} pid
 * @returns {{ name: string, parent: number } | undefined}
 */
function describe(pid) {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      return {
        name: stat.slice(stat.indexOf('(') + 1, end),
        parent: Number(stat.slice(end + 2).split(' ')[1]),
      };
    } catch {
      return undefined;
    }
  }
  const result = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, name = ''] = /^\s*(\d+)\s+(.*)$/m.exec(result.stdout ?? '') ?? [];
  return parent === undefined
    ? undefined
    : { name: name.replace(/^.*\//, '').replace(/^-/, ''), parent: Number(parent) };
}
