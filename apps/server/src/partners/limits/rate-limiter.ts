import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type Call,
  type Platform,
  type ThrottleScope,
} from '@seller-connect/partners';
import { sql, type Database } from '../../platform/database/database.ts';

/** How many calls a second a partner bears. */
export interface CallRates {
  /** From one shop. */
  shop: number;
  /** From the application, all of its shops together; null where the partner sets no such limit. */
  app: number | null;
}

export interface QuotaOptions {
  database: Database;
  rates: (platform: Platform) => CallRates;
}

export interface Quota {
  /** Waits for the call's turn. @throws PartnerError `throttled` when a ban lasts longer than a wait is worth */
  beforeCall(call: Call): Promise<void>;
  onThrottled(call: Call, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
}

/** A job that would wait longer than this is better put back into its queue. */
const longestWaitMs = 30_000;
/** A partner that names a ban of days is asked again after a day all the same. */
const longestBanMs = 86_400_000;

/** Up to so many turns a second are kept within their second; of more, one that is late matters little. */
const mostKeptTurns = 50;
/** Which part of a second has turns, as shares of it. */
const kept = { lead: 0.04, spread: 0.56 };
const even = { lead: 0, spread: 1 };
/** A call that is held up may take so long to be counted; with less left of its second it takes another turn. */
const leavingMs = 200;

/** Of an application's turns, what the filling of histories may take: the others are for what sellers wait for. */
const backgroundShare = 0.8;
const inBackground = new AsyncLocalStorage<true>();

/** The calls of `work` fill a history: they leave a share of the application's turns to others. */
export function background<T>(work: () => Promise<T>): Promise<T> {
  return inBackground.run(true, work);
}

const takeTurns = sql(
  'partners.take_turns',
  'select wait_ms, good_ms, ban_ms from partners.take_turns($1, $2, $3, $4, $5, $6) order by place',
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
  good_ms: number | null;
  ban_ms: number | null;
}

interface Bucket {
  name: string;
  /** Whose ban holds for it too. */
  over: string | null;
  scope: ThrottleScope;
  callsPerSecond: number;
}

/** The buckets of every shop and application at its partner, shared by all processes through the database. */
export function createQuota({ database, rates }: QuotaOptions): Quota {
  /** Waits for a turn in each bucket, one after the other; the end of the first says when a call needs it again. */
  async function turnsOf(buckets: readonly Bucket[], call: Call): Promise<{ endsAt: number }> {
    let endsAt: number | null = null;
    for (let waiting = buckets; waiting.length > 0;) {
      const asked = performance.now();
      const turns = await database.query<Turn>(takeTurns, [
        waiting.map(({ name }) => name),
        waiting.map(({ over }) => over),
        waiting.map(({ callsPerSecond }) => Math.ceil(1_000_000 / callsPerSecond)),
        longestWaitMs,
        waiting.map((bucket) => partOf(bucket).lead),
        waiting.map((bucket) => partOf(bucket).spread),
      ]);
      if (turns.length === 0) throw new Error('The quota gave no answer');
      for (const [place, turn] of turns.entries()) await until(turn, waiting[place], call);
      // From before the question: the database's clock was read after it.
      endsAt ??= asked + (turns[0]?.good_ms ?? 0);
      waiting = waiting.slice(turns.length);
    }
    return { endsAt: endsAt ?? Infinity };
  }

  return {
    async beforeCall(call) {
      const { shop, app } = rates(call.platform);
      const ofShop: Bucket = {
        name: shopBucket(call),
        over: appBucket(call),
        scope: 'shop',
        callsPerSecond: shop,
      };
      // The application's last: a turn of it must not be kept for a shop that has none.
      let turn = await turnsOf([ofShop, ...bucketsOfApp(call, app)], call);
      while (isKept(ofShop) && performance.now() + leavingMs > turn.endsAt) {
        turn = await turnsOf([ofShop], call);
      }
    },
    async onThrottled(call, { scope, waitMs }) {
      const bucket = scope === 'app' ? appBucket(call) : shopBucket(call);
      await database.execute(pause, [bucket, Math.min(waitMs, longestBanMs)]);
    },
  };
}

async function until(turn: Turn, bucket: Bucket | undefined, call: Call): Promise<void> {
  if (turn.wait_ms === null) {
    throw new PartnerError({
      kind: 'throttled',
      code: 'paused',
      endpoint: call.endpoint,
      ...(bucket && { scope: bucket.scope }),
      retryAfterMs: Math.max(1000, Math.ceil(turn.ban_ms ?? 1000)),
    });
  }
  if (turn.wait_ms >= 1) {
    await delay(turn.wait_ms, undefined, call.signal ? { signal: call.signal } : {});
  }
}

function bucketsOfApp(call: Call, callsPerSecond: number | null): Bucket[] {
  if (callsPerSecond === null) return [];
  const ofApp: Bucket = { name: appBucket(call), over: null, scope: 'app', callsPerSecond };
  if (!inBackground.getStore()) return [ofApp];
  const ofHistories: Bucket = {
    ...ofApp,
    name: `${ofApp.name}:background`,
    callsPerSecond: callsPerSecond * backgroundShare,
  };
  return [ofHistories, ofApp];
}

function partOf(bucket: Bucket): { lead: number; spread: number } {
  return isKept(bucket) ? kept : even;
}

function isKept({ callsPerSecond }: Bucket): boolean {
  return callsPerSecond >= 1 && callsPerSecond <= mostKeptTurns;
}

function appBucket(call: Call): string {
  return `${call.platform}:${call.app}`;
}

/** Token calls belong to no shop; they share a bucket of their own. */
function shopBucket(call: Call): string {
  return `${call.platform}:${call.app}:${call.shop ?? 'tokens'}`;
}
