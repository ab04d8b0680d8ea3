// The guard owns one PostgreSQL server. Its standard input is a pipe from the program that uses the database. When that
// program exits for any reason, the pipe closes and the guard stops the server cleanly. Without the guard, the server
// would outlive a kill -9 of the program.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { isAlive } from './server-process.ts';

type GuardOrder =
  | {
      command: string;
      arguments: string[];
      environment: Record<string, string>;
      log: string;
      identity?: { uid: number; gid: number };
    }
  | { adopt: number };

const guardOrder: GuardOrder = JSON.parse(process.argv[2] ?? '{}');

// PostgreSQL's "fast" shutdown is SIGINT; "immediate" is SIGQUIT and needs recovery at the next start.
const shutdownSignals: [NodeJS.Signals, number][] = [
  ['SIGINT', 0],
  ['SIGQUIT', 15_000],
  ['SIGKILL', 20_000],
];

let isStopping = false;
function stop(pid: number): void {
  if (isStopping) return;
  isStopping = true;
  for (const [signal, delay] of shutdownSignals) {
    setTimeout(() => {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already exited.
      }
    }, delay).unref();
  }
}

function stopWithOwner(pid: number): void {
  process.stdin.on('end', () => stop(pid));
  process.stdin.on('error', () => stop(pid));
  process.stdin.resume();
  process.on('SIGTERM', () => stop(pid));
  process.on('SIGINT', () => stop(pid));
}

if ('adopt' in guardOrder) {
  const pid = guardOrder.adopt;
  stopWithOwner(pid);
  setInterval(() => {
    if (!isAlive(pid)) process.exit(isStopping ? 0 : 1);
  }, 50);
} else {
  const log = openSync(guardOrder.log, 'a', 0o600);
  const server = spawn(guardOrder.command, guardOrder.arguments, {
    stdio: ['ignore', log, log],
    env: guardOrder.environment,
    cwd: '/',
    ...guardOrder.identity,
  });
  server.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  });
  server.on('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
  if (server.pid !== undefined) stopWithOwner(server.pid);
}
