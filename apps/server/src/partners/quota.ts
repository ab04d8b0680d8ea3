import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type Call,
  type Platform,
  type ThrottleScope,
} from '@seller-connect/partners';
import { sql, type Database } from '../platform/database.ts';

export interface QuotaOptions {
  database: Database;
  /** Of one shop; the calls of an application together are not limited by us. */
  callsPerSecond: (platform: Platform) => number;
}

export interface Quota {
  /** Waits for the call's turn. @throws PartnerError `throttled` when a ban lasts longer than a wait is worth */
  beforeCall(call: Call): Promise<void>;
  onThrottled(call: Call, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
}

/** A job that would wait longer than this is better put back into its queue. */
const longestWaitMs = 15_000;
/** A partner that names a ban of days is asked again after a day all the same. */
const longestBanMs = 86_400_000;

// Takes the next free moment of the shop's bucket, one interval after the call before it, whichever process
// made that; nobody may start before a ban of the shop or of the whole application ends. Turns are handed out
// in the order of asking. Nothing is taken when the turn would come too late. The time is the database's. The commit does
// not wait for the disk: a crash of the database lasts longer than the turns of its last moments reach.
const takeTurn = sql(
  'partners.take_turn',
  `with asked as materialized (
     select clock_timestamp() as moment, set_config('synchronous_commit', 'off', true),
       (select a.paused_until from partners.call_bucket a where a.bucket = $2) as app_paused_until
   ), turn as (
     insert into partners.call_bucket as b (bucket, next_at, asked_at, paused_until)
     select $1, greatest(moment, app_paused_until) + $3::float8 * interval '1 microsecond', moment, moment
       from asked
       where coalesce(app_paused_until, moment) <= moment + $4::float8 * interval '1 millisecond'
     on conflict (bucket) do update set
       next_at = greatest(
           b.next_at, b.paused_until, excluded.next_at - $3::float8 * interval '1 microsecond')
         + $3::float8 * interval '1 microsecond',
       asked_at = excluded.asked_at
     where greatest(b.next_at, b.paused_until) <= excluded.asked_at + $4::float8 * interval '1 millisecond'
     returning b.next_at, b.asked_at
   )
   select
     (select extract(epoch from turn.next_at - turn.asked_at) * 1000 from turn)::float8 - $3::float8 / 1000
       as wait_ms,
     (select extract(epoch from greatest(b.paused_until, b.next_at, asked.app_paused_until) - asked.moment)
        * 1000 from asked left join partners.call_bucket b on b.bucket = $1)::float8 as ban_ms`,
);

const pause = sql(
  'partners.pause_bucket',
  `insert into partners.call_bucket as b (bucket, next_at, asked_at, paused_until)
   select $1, moment, moment, moment + $2::float8 * interval '1 millisecond'
     from (select clock_timestamp() as moment) asked
   on conflict (bucket) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`,
);

interface Turn {
  /** null: no turn was taken. */
  wait_ms: number | null;
  ban_ms: number | null;
}

/** The bucket of every shop at its partner, shared by all processes through the database. */
export function createQuota({ database, callsPerSecond }: QuotaOptions): Quota {
  return {
    async beforeCall(call) {
      const intervalUs = Math.ceil(1_000_000 / callsPerSecond(call.platform));
      const [turn] = await database.query<Turn>(takeTurn, [
        shopBucket(call),
        appBucket(call),
        intervalUs,
        longestWaitMs,
      ]);
      if (turn === undefined) throw new Error('The quota gave no answer');
      if (turn.wait_ms === null) {
        throw new PartnerError({
          kind: 'throttled',
          code: 'paused',
          endpoint: call.endpoint,
          scope: 'shop',
          retryAfterMs: Math.max(1000, Math.ceil(turn.ban_ms ?? 1000)),
        });
      }
      if (turn.wait_ms >= 1) {
        await delay(turn.wait_ms, undefined, call.signal ? { signal: call.signal } : {});
      }
    },
    async onThrottled(call, { scope, waitMs }) {
      const bucket = scope === 'app' ? appBucket(call) : shopBucket(call);
      await database.execute(pause, [bucket, Math.min(waitMs, longestBanMs)]);
    },
  };
}

function appBucket(call: Call): string {
  return `${call.platform}:${call.app}`;
}

/** Token calls belong to no shop; they share a bucket of their own. */
function shopBucket(call: Call): string {
  return `${call.platform}:${call.app}:${call.shop ?? 'tokens'}`;
}
