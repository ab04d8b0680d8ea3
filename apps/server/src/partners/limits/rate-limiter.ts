import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type PartnerCall,
  type Platform,
  type ThrottleScope,
} from '@seller-connect/partners';
import { sql, type Database } from '../../platform/database/database.ts';

/** How many calls a second a partner bears. */
export interface RateLimits {
  /** From one shop. */
  shop: number;
  /** From the application, all of its shops together; null where the partner sets no such limit. */
  app: number | null;
}

export interface RateLimiterDependencies {
  database: Database;
  rates: (platform: Platform) => RateLimits;
}

export interface RateLimiter {
  /** Waits for the call's turn. @throws PartnerError `throttled` when a ban lasts longer than a wait is worth */
  beforeCall(call: PartnerCall): Promise<void>;
  onThrottled(call: PartnerCall, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
}

/** A job that would wait longer than this is better put back into its queue. */
const maxWaitMs = 30_000;
/** A partner that names a ban of days is asked again after a day all the same. */
const maxPauseMs = 86_400_000;

/** Up to so many turns a second are kept within their second; of more, one that is late matters little. */
const maxAlignedRate = 50;
/** Which part of a second has turns, as shares of it. */
const alignedWindow = { lead: 0.04, width: 0.56 };
const evenWindow = { lead: 0, width: 1 };
/** A call that is held up may take so long to be counted; with less left of its second it takes another turn. */
const dispatchMarginMs = 200;

/** Of an application's turns, what the filling of histories may take: the others are for what sellers wait for. */
const backgroundShare = 0.8;
const inBackground = new AsyncLocalStorage<true>();

/** The calls of `work` fill a history: they leave a share of the application's turns to others. */
export function runInBackground<T>(work: () => Promise<T>): Promise<T> {
  return inBackground.run(true, work);
}

const acquirePermits = sql(
  'partners.acquire_permits',
  'select wait_ms, good_ms, ban_ms from partners.acquire_permits($1, $2, $3, $4, $5, $6) order by bucket_index',
);

const pauseBucket = sql(
  'partners.pause_bucket',
  `insert into partners.call_bucket as b (bucket, next_at, requested_at, paused_until)
   select $1, moment, moment, moment + $2::float8 * interval '1 millisecond'
     from (select clock_timestamp() as moment) clock
   on conflict (bucket) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`,
);

interface Permit {
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
export function createRateLimiter({ database, rates }: RateLimiterDependencies): RateLimiter {
  /** Waits for a turn in each bucket, one after the other; the end of the first says when a call needs it again. */
  async function awaitPermits(
    buckets: readonly Bucket[],
    call: PartnerCall,
  ): Promise<{ endsAt: number }> {
    let expiresAtMs: number | null = null;
    for (let remaining = buckets; remaining.length > 0;) {
      const requestedAtMs = performance.now();
      const permits = await database.query<Permit>(acquirePermits, [
        remaining.map(({ name }) => name),
        remaining.map(({ over }) => over),
        remaining.map(({ callsPerSecond }) => Math.ceil(1_000_000 / callsPerSecond)),
        maxWaitMs,
        remaining.map((bucket) => permitWindow(bucket).lead),
        remaining.map((bucket) => permitWindow(bucket).width),
      ]);
      if (permits.length === 0) throw new Error('The quota gave no answer');
      for (const [index, permit] of permits.entries())
        await awaitPermit(permit, remaining[index], call);
      // From before the question: the database's clock was read after it.
      expiresAtMs ??= requestedAtMs + (permits[0]?.good_ms ?? 0);
      remaining = remaining.slice(permits.length);
    }
    return { endsAt: expiresAtMs ?? Infinity };
  }

  return {
    async beforeCall(call) {
      const { shop, app } = rates(call.platform);
      const shopWide: Bucket = {
        name: shopBucketName(call),
        over: appBucketName(call),
        scope: 'shop',
        callsPerSecond: shop,
      };
      // The application's last: a turn of it must not be kept for a shop that has none.
      let permit = await awaitPermits([shopWide, ...appBuckets(call, app)], call);
      while (isAligned(shopWide) && performance.now() + dispatchMarginMs > permit.endsAt) {
        permit = await awaitPermits([shopWide], call);
      }
    },
    async onThrottled(call, { scope, waitMs }) {
      const bucket = scope === 'app' ? appBucketName(call) : shopBucketName(call);
      await database.execute(pauseBucket, [bucket, Math.min(waitMs, maxPauseMs)]);
    },
  };
}

async function awaitPermit(
  permit: Permit,
  bucket: Bucket | undefined,
  call: PartnerCall,
): Promise<void> {
  if (permit.wait_ms === null) {
    throw new PartnerError({
      kind: 'throttled',
      code: 'paused',
      endpoint: call.endpoint,
      ...(bucket && { scope: bucket.scope }),
      retryAfterMs: Math.max(1000, Math.ceil(permit.ban_ms ?? 1000)),
    });
  }
  if (permit.wait_ms >= 1) {
    await delay(permit.wait_ms, undefined, call.signal ? { signal: call.signal } : {});
  }
}

function appBuckets(call: PartnerCall, callsPerSecond: number | null): Bucket[] {
  if (callsPerSecond === null) return [];
  const appWide: Bucket = { name: appBucketName(call), over: null, scope: 'app', callsPerSecond };
  if (!inBackground.getStore()) return [appWide];
  const backgroundShareBucket: Bucket = {
    ...appWide,
    name: `${appWide.name}:background`,
    callsPerSecond: callsPerSecond * backgroundShare,
  };
  return [backgroundShareBucket, appWide];
}

function permitWindow(bucket: Bucket): { lead: number; width: number } {
  return isAligned(bucket) ? alignedWindow : evenWindow;
}

function isAligned({ callsPerSecond }: Bucket): boolean {
  return callsPerSecond >= 1 && callsPerSecond <= maxAlignedRate;
}

function appBucketName(call: PartnerCall): string {
  return `${call.platform}:${call.app}`;
}

/** Token calls belong to no shop; they share a bucket of their own. */
function shopBucketName(call: PartnerCall): string {
  return `${call.platform}:${call.app}:${call.shop ?? 'tokens'}`;
}
