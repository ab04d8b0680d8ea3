import { subscribe } from 'node:diagnostics_channel';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Database } from '../database.ts';
import { DyingStatement, dyingDatabase } from './crashing-database.ts';

/** At which of its occurrences, counted from 1. */
const turn = Type.Integer({ minimum: 1 });

/** A moment of a call to a partner. */
const DyingCall = Type.Object({
  /** The end of its path. */
  call: Type.String(),
  /** Once it is on its way, or once its answer has come whole and nothing was done with it. */
  when: Type.Union([Type.Literal('sent'), Type.Literal('answered')]),
  turn,
});

/** A partner's message was taken, and the partner knows. */
const DyingReceipt = Type.Object({
  /** The end of the address that the partner called. */
  receipt: Type.String(),
  turn,
});

/** A moment of a program's work at which it is killed, as by a lost machine. */
export const DyingMoment = Type.Union([DyingStatement, DyingCall, DyingReceipt]);
export type DyingMoment = Static<typeof DyingMoment>;

const Told = Compile(Type.Object({ request: Type.Object({ path: Type.String() }) }));

/**
 * What kills this process at the first of some moments, as by a lost machine: nothing is cleaned up.
 * @param onDying is told which of them it was
 */
export function dying(
  moments: readonly DyingMoment[],
  onDying: (moment: DyingMoment) => void = () => undefined,
): {
  through: (database: Database) => Database;
  /** To be told of every delivery that was answered, with its path. */
  onAnswered: (path: string) => void;
} {
  const dieAt = (moment: DyingMoment) => () => {
    onDying(moment);
    process.kill(process.pid, 'SIGKILL');
  };
  for (const moment of moments) if ('call' in moment) dieAtCall(moment, dieAt(moment));
  const receipts = new Map<DyingMoment, number>();
  return {
    through: (database) =>
      moments.reduce(
        (through, moment) =>
          'statement' in moment ? dyingDatabase(through, moment, dieAt(moment)) : through,
        database,
      ),
    onAnswered(path) {
      for (const moment of moments) {
        if (!('receipt' in moment) || !path.endsWith(moment.receipt)) continue;
        const answered = (receipts.get(moment) ?? 0) + 1;
        receipts.set(moment, answered);
        if (answered === moment.turn) dieAt(moment)();
      }
    },
  };
}

/** Node's `fetch` tells these channels of every request. */
function dieAtCall({ call, when, turn: last }: Static<typeof DyingCall>, die: () => void): void {
  let turns = 0;
  subscribe(when === 'sent' ? 'undici:request:bodySent' : 'undici:request:trailers', (told) => {
    if (!Told.Check(told) || !told.request.path.split('?')[0]?.endsWith(call)) return;
    turns += 1;
    if (turns === last) die();
  });
}
