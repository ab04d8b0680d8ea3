import { subscribe } from 'node:diagnostics_channel';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Database } from '../database.ts';
import { StatementCrashPoint, createCrashingDatabase } from './crashing-database.ts';

/** Which occurrence crashes the process, counted from 1. */
const occurrence = Type.Integer({ minimum: 1 });

/** A point in a call to a partner. */
const CallCrashPoint = Type.Object({
  /** Suffix of the call's path. */
  call: Type.String(),
  /** After the request is sent, or after the response has arrived completely and before it is processed. */
  when: Type.Enum(['sent', 'answered']),
  occurrence,
});

/** A push was accepted and the partner has received the response. */
const ReceiptCrashPoint = Type.Object({
  /** Suffix of the path that the partner called. */
  receipt: Type.String(),
  occurrence,
});

/** A point at which the process is killed, as if the machine were lost. */
export const CrashPoint = Type.Union([StatementCrashPoint, CallCrashPoint, ReceiptCrashPoint]);
export type CrashPoint = Static<typeof CrashPoint>;

const UndiciMessage = Compile(Type.Object({ request: Type.Object({ path: Type.String() }) }));

/**
 * Creates a crasher that kills this process with SIGKILL at the first of the crash points; no cleanup runs.
 * @param onCrash receives the crash point before the process is killed
 */
export function createCrasher(
  crashPoints: readonly CrashPoint[],
  onCrash: (moment: CrashPoint) => void = () => undefined,
): {
  through: (database: Database) => Database;
  /** Must be called with the path of every answered delivery. */
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

/** Uses the diagnostics channels on which Node's `fetch` publishes every request. */
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
