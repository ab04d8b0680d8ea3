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
}

/**
 * Runs `work` with a process that serves the reporting API of one team, with the memory settings that the launcher
 * gives the product. `heap` is V8's limit in megabytes.
 */
export async function withReportingServer<T>(
  options: { url: string; tenantId: string; heap?: number },
  work: (server: ReportingServer) => Promise<T>,
): Promise<T> {
  const heapFlags = options.heap === undefined ? [] : [`--max-old-space-size=${options.heap}`];
  const program = join(import.meta.dirname, 'reporting-server.ts');
  const args = [options.url, options.tenantId, lastDay];
  const child = spawn(process.execPath, [youngGenerationFlag, ...heapFlags, program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await work({ address: await firstLine(child), pid: child.pid ?? 0 });
  } finally {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no output');
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error(`The server ended with ${child.exitCode}`);
}

const headers = { authorization: 'Bearer bench', 'accept-language': 'vi' };

/**
 * Calls a path of the product API.
 * @throws if the response is not successful
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

/** Warm-up rounds, as a share of the counted rounds. They cover compilation, cold caches and new connections. */
const warmUpShare = 1 / 8;
/** A call far from its bar needs no more rounds to prove it. */
const maxDurationMs = 15_000;

/**
 * Returns, for each round, the milliseconds from sending all calls at once to the last byte of the last response.
 * `rounds` includes the warm-up.
 */
export async function measureTimes(
  server: ReportingServer,
  calls: readonly Call[],
  countedRounds: number,
): Promise<{ times: number[]; rounds: number }> {
  const warmUp = Math.floor(countedRounds * warmUpShare);
  const times: number[] = [];
  const begun = performance.now();
  let round = 0;
  while (round < warmUp + countedRounds) {
    const started = performance.now();
    await Promise.all(
      calls.map(async ({ path, body }) => (await fetchReport(server, path, body)).arrayBuffer()),
    );
    const ended = performance.now();
    if (round >= warmUp || ended - begun > maxDurationMs) times.push(ended - started);
    round += 1;
    if (ended - begun > maxDurationMs) break;
  }
  return { times, rounds: round };
}
