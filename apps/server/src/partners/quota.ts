import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type Call,
  type Platform,
  type ThrottleScope,
} from '@seller-connect/partners';
import { sql, type Database } from '../platform/database.ts';

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

const takeTurn = sql(
  'partners.take_turn',
  'select wait_ms, good_ms, ban_ms from partners.take_turn($1, $2, $3, $4, $5, $6)',
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
  /** Waits for a turn; its end says when a call that still has not left needs another. */
  async function turnOf(bucket: Bucket, call: Call): Promise<{ endsAt: number }> {
    const { lead, spread } = isKept(bucket) ? kept : even;
    const asked = performance.now();
    const [turn] = await database.query<Turn>(takeTurn, [
      bucket.name,
      bucket.over,
      Math.ceil(1_000_000 / bucket.callsPerSecond),
      longestWaitMs,
      lead,
      spread,
    ]);
    if (turn === undefined) throw new Error('The quota gave no answer');
    if (turn.wait_ms === null) {
      throw new PartnerError({
        kind: 'throttled',
        code: 'paused',
        endpoint: call.endpoint,
        scope: bucket.scope,
        retryAfterMs: Math.max(1000, Math.ceil(turn.ban_ms ?? 1000)),
      });
    }
    if (turn.wait_ms >= 1) {
      await delay(turn.wait_ms, undefined, call.signal ? { signal: call.signal } : {});
    }
    // From before the question: the database's clock was read after it.
    return { endsAt: asked + (turn.good_ms ?? 0) };
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
      let turn = await turnOf(ofShop, call);
      // Only then: a turn of the application must not be kept for a shop that has none.
      if (app !== null) {
        const ofApp: Bucket = {
          name: appBucket(call),
          over: null,
          scope: 'app',
          callsPerSecond: app,
        };
        if (inBackground.getStore()) {
          const name = `${ofApp.name}:background`;
          await turnOf({ ...ofApp, name, callsPerSecond: app * backgroundShare }, call);
        }
        await turnOf(ofApp, call);
      }
      while (isKept(ofShop) && performance.now() + leavingMs > turn.endsAt) {
        turn = await turnOf(ofShop, call);
      }
    },
    async onThrottled(call, { scope, waitMs }) {
      const bucket = scope === 'app' ? appBucket(call) : shopBucket(call);
      await database.execute(pause, [bucket, Math.min(waitMs, longestBanMs)]);
    },
  };
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
