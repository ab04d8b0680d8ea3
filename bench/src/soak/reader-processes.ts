import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ReaderTask } from '../../../apps/server/src/partners/testing/reader-process.ts';
import type { ToldRefreshes } from '../../../apps/server/src/partners/testing/refresh-spans.ts';
import type { DyingMoment } from '../../../apps/server/src/platform/database/testing/crash-points.ts';

const program = join(
  import.meta.dirname,
  '../../../apps/server/src/partners/testing/reader-process.ts',
);

/** The end of the path that renews a token. */
export const refreshCalls = {
  LAZADA: '/auth/token/refresh',
  TIKTOK: '/api/v2/token/refresh',
  SHOPEE: '/auth/access_token/get',
  TIKI: '/sc/oauth2/token',
};
/** Facebook’s, which exchanges a token that holds for a fresh one. */
export const exchangeCall = '/oauth/access_token';

/** Around the rotation of a token that is used once; the others die at random. */
const moments: ((turn: number) => DyingMoment)[] = [
  ...(['before', 'after', 'committed'] as const).flatMap((when) =>
    ['partners.begin_refresh', 'partners.store_refreshed'].map((statement) => (turn: number) => ({
      statement,
      when,
      turn,
    })),
  ),
  ...Object.values(refreshCalls).flatMap((call) =>
    (['sent', 'answered'] as const).map((when) => (turn: number) => ({ call, when, turn })),
  ),
  // Seldom: the first that a process makes is mostly the only one.
  ...(['sent', 'answered'] as const).map((when) => () => ({ call: exchangeCall, when, turn: 1 })),
];

/** Keeps `processes` readers alive; every second one of them dies around a rotation. */
export function startReaders(processes: number, task: ReaderTask) {
  const told: ToldRefreshes[] = [];
  const alive: { child: ChildProcess; saying: ToldRefreshes; dies: boolean }[] = [];
  let started = 0;
  let died = 0;

  function start(): void {
    const moment = started % 2 === 1 ? moments[((started - 1) / 2) % moments.length] : undefined;
    // Late enough that there has been much before, early enough that it is reached.
    const turn = 1 + Math.floor(Math.random() * 20);
    started += 1;
    const given = moment ? { ...task, diesAt: moment(turn) } : task;
    const child = spawn(process.execPath, [program, JSON.stringify(given)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const saying: ToldRefreshes = { output: '', goneAt: null };
    told.push(saying);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      saying.output += text.replaceAll('read\n', '');
    });
    child.once('exit', () => {
      saying.goneAt = performance.timeOrigin + performance.now();
    });
    alive.push({ child, saying, dies: moment !== undefined });
  }

  async function kill(one: (typeof alive)[number]): Promise<void> {
    const { child } = one;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    } else if (one.dies) died += 1;
    alive.splice(alive.indexOf(one), 1);
  }

  return {
    told,
    diedAtMoments: () => died,
    async fill() {
      for (const one of alive.filter(({ saying }) => saying.goneAt !== null)) await kill(one);
      while (alive.length < processes) start();
    },
    /** The one that lives longest, once it has renewed something; whether there was one. */
    async killOne() {
      const oldest = alive.find(({ saying }) => saying.output !== '');
      if (oldest) await kill(oldest);
      return oldest !== undefined;
    },
    async stop() {
      for (const one of alive.slice()) await kill(one);
    },
  };
}
