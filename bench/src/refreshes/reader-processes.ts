import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReaderTask } from '../../../apps/server/src/partners/testing/reader-process.ts';
import type { RefreshLog } from '../../../apps/server/src/partners/testing/refresh-spans.ts';
import type { CrashPoint } from '../../../apps/server/src/platform/database/testing/crash-points.ts';
import { createSoakRandom } from '../chaos/seeded-random.ts';

const program = join(
  import.meta.dirname,
  '../../../apps/server/src/partners/testing/reader-process.ts',
);

/** The end of the path of each partner's refresh call. */
export const refreshCalls = {
  LAZADA: '/auth/token/refresh',
  TIKTOK: '/api/v2/token/refresh',
  SHOPEE: '/auth/access_token/get',
  TIKI: '/sc/oauth2/token',
};
/** Facebook's call that exchanges a valid token for a fresh one. */
export const exchangeCall = '/oauth/access_token';

/** Crash points around the rotation of a single-use token. Other processes die at random. */
const crashPoints: ((occurrence: number) => CrashPoint)[] = [
  ...(['before', 'after', 'committed'] as const).flatMap((when) =>
    ['partners.begin_refresh', 'partners.store_refreshed'].map(
      (statement) => (occurrence: number) => ({
        statement,
        when,
        occurrence,
      }),
    ),
  ),
  ...Object.values(refreshCalls).flatMap((call) =>
    (['sent', 'answered'] as const).map((when) => (occurrence: number) => ({
      call,
      when,
      occurrence,
    })),
  ),
  // Always the first: a process rarely makes a second exchange.
  ...(['sent', 'answered'] as const).map((when) => () => ({
    call: exchangeCall,
    when,
    occurrence: 1,
  })),
];

/** Keeps `processes` readers alive. Every second one dies around a rotation. */
export function startReaders(processes: number, task: Omit<ReaderTask, 'seed'>) {
  const random = createSoakRandom();
  const logs: RefreshLog[] = [];
  const alive: { child: ChildProcess; log: RefreshLog; hasCrashPoint: boolean }[] = [];
  let started = 0;
  let died = 0;

  function start(): void {
    const crashPoint =
      started % 2 === 1 ? crashPoints[((started - 1) / 2) % crashPoints.length] : undefined;
    // Late enough that work was done before, early enough to be reached.
    const occurrence = 1 + Math.floor(random() * 20);
    started += 1;
    const readerTask: ReaderTask = {
      ...task,
      seed: Math.floor(random() * 2 ** 31),
      ...(crashPoint && { diesAt: crashPoint(occurrence) }),
    };
    const child = spawn(process.execPath, [program, JSON.stringify(readerTask)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const log: RefreshLog = { output: '', goneAt: null };
    logs.push(log);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log.output += text.replaceAll('read\n', '');
    });
    child.once('exit', () => {
      log.goneAt = performance.timeOrigin + performance.now();
    });
    alive.push({ child, log, hasCrashPoint: crashPoint !== undefined });
  }

  async function kill(reader: (typeof alive)[number]): Promise<void> {
    const { child } = reader;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    } else if (reader.hasCrashPoint) died += 1;
    alive.splice(alive.indexOf(reader), 1);
  }

  return {
    logs,
    diedAtCrashPoints: () => died,
    async fill() {
      for (const reader of alive.filter(({ log }) => log.goneAt !== null)) await kill(reader);
      while (alive.length < processes) start();
    },
    /** Kills the oldest reader that has refreshed something. Returns whether there was one. */
    async killOne() {
      const oldest = alive.find(({ log }) => log.output !== '');
      if (oldest) await kill(oldest);
      return oldest !== undefined;
    },
    async stop() {
      for (const reader of alive.slice()) await kill(reader);
    },
  };
}
