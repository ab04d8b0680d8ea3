import { subscribe } from 'node:diagnostics_channel';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Database } from '../database.ts';
import { StatementCrashPoint, createCrashingDatabase } from './crashing-database.ts';

/** At which of its occurrences, counted from 1. */
const occurrence = Type.Integer({ minimum: 1 });

/** A moment of a call to a partner. */
const CallCrashPoint = Type.Object({
  /** The end of its path. */
  call: Type.String(),
  /** Once it is on its way, or once its answer has come whole and nothing was done with it. */
  when: Type.Union([Type.Literal('sent'), Type.Literal('answered')]),
  occurrence,
});

/** A partner's message was taken, and the partner knows. */
const ReceiptCrashPoint = Type.Object({
  /** The end of the address that the partner called. */
  receipt: Type.String(),
  occurrence,
});

/** A moment of a program's work at which it is killed, as by a lost machine. */
export const CrashPoint = Type.Union([StatementCrashPoint, CallCrashPoint, ReceiptCrashPoint]);
export type CrashPoint = Static<typeof CrashPoint>;

const UndiciMessage = Compile(Type.Object({ request: Type.Object({ path: Type.String() }) }));

/**
 * What kills this process at the first of some moments, as by a lost machine: nothing is cleaned up.
 * @param onCrash is told which of them it was
 */
export function createCrasher(
  crashPoints: readonly CrashPoint[],
  onCrash: (moment: CrashPoint) => void = () => undefined,
): {
  through: (database: Database) => Database;
  /** To be told of every delivery that was answered, with its path. */
  onAnswered: (path: string) => void;
} {
  const crashAt = (moment: CrashPoint) => () => {
    onCrash(moment);
    process.kill(process.pid, 'SIGKILL');
  };
  for (const moment of crashPoints) if ('call' in moment) crashAtCall(moment, crashAt(moment));
  const receipts = new Map<CrashPoint, number>();
  return {
    through: (database) =>
      crashPoints.reduce(
        (wrapDatabase, moment) =>
          'statement' in moment
            ? createCrashingDatabase(wrapDatabase, moment, crashAt(moment))
            : wrapDatabase,
        database,
      ),
    onAnswered(path) {
      for (const moment of crashPoints) {
        if (!('receipt' in moment) || !path.endsWith(moment.receipt)) continue;
        const answered = (receipts.get(moment) ?? 0) + 1;
        receipts.set(moment, answered);
        if (answered === moment.occurrence) crashAt(moment)();
      }
    },
  };
}

/** Node's `fetch` tells these channels of every request. */
function crashAtCall(
  { call, when, occurrence: crashAtOccurrence }: Static<typeof CallCrashPoint>,
  die: () => void,
): void {
  let occurrences = 0;
  subscribe(when === 'sent' ? 'undici:request:bodySent' : 'undici:request:trailers', (message) => {
    if (!UndiciMessage.Check(message) || !message.request.path.split('?')[0]?.endsWith(call))
      return;
    occurrences += 1;
    if (occurrences === crashAtOccurrence) die();
  });
}
