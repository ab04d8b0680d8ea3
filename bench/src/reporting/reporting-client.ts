import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { youngGenerationFlag } from '../../../scripts/running/child.ts';
import { lastDay } from './big-tenant.ts';
import type { Call } from './report-calls.ts';

export interface ReportingServer {
  address: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a process that serves the reporting API of one tenant, with the memory settings of the launcher.
 * @param options.heap V8's heap limit in megabytes; none by default
 */
export async function startReportingServer(options: {
  url: string;
  tenantId: string;
  heap?: number;
}): Promise<ReportingServer> {
  const heapFlags = options.heap === undefined ? [] : [`--max-old-space-size=${options.heap}`];
  const program = join(import.meta.dirname, 'reporting-server.ts');
  const args = [options.url, options.tenantId, lastDay];
  const child = spawn(process.execPath, [youngGenerationFlag, ...heapFlags, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return {
    address: await firstLine(child),
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** @throws Error if the process ends before its first line */
async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output');
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error(`The server ended with ${child.exitCode}`);
}

const headers = { authorization: 'Bearer bench', 'accept-language': 'vi' };

/**
 * Calls a path of the product API; with a body, by POST.
 * @throws Error if the response is not successful
 */
export async function fetchReport(
  { address }: ReportingServer,
  path: string,
  body?: object,
): Promise<Response> {
  const response = await fetch(`${address}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response;
}

/** Warm-up rounds per counted round. They absorb compilation, cold caches and new connections. */
const warmUpShare = 1 / 8;
/** The measurement ends after this time: a call that slow misses its limit anyway. */
const maxDurationMs = 15_000;

/**
 * Sends all calls at once, round after round.
 * @returns `times`: the milliseconds of each counted round, up to the last byte of the last response; `rounds`: the
 *   number of all rounds, including the warm-up
 */
export async function measureTimes(
  server: ReportingServer,
  calls: readonly Call[],
  countedRounds: number,
): Promise<{ times: number[]; rounds: number }> {
  const warmUp = Math.floor(countedRounds * warmUpShare);
  const times: number[] = [];
  const measurementStart = performance.now();
  let round = 0;
  while (round < warmUp + countedRounds) {
    const started = performance.now();
    await Promise.all(
      calls.map(async ({ path, body }) => (await fetchReport(server, path, body)).arrayBuffer()),
    );
    const ended = performance.now();
    if (round >= warmUp || ended - measurementStart > maxDurationMs) times.push(ended - started);
    round += 1;
    if (ended - measurementStart > maxDurationMs) break;
  }
  return { times, rounds: round };
}
