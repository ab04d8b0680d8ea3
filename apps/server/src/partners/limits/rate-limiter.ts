import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  PartnerError,
  type PartnerCall,
  type Platform,
  type ThrottleScope,
} from '@seller-connect/partners';
import { sql, type Database } from '../../platform/database/database.ts';

/** Maximum calls per second at a partner. */
export interface RateLimits {
  /** For one shop. */
  shop: number;
  /** For all shops of the application; null if the partner has no such limit. */
  app: number | null;
}

interface RateLimiterDependencies {
  database: Database;
  rates: (platform: Platform) => RateLimits;
}

export interface RateLimiter {
  /** Waits for the call's permits. @throws PartnerError `throttled` if a ban or queue takes longer than 30 s */
  beforeCall(call: PartnerCall): Promise<void>;
  onThrottled(call: PartnerCall, throttle: { scope: ThrottleScope; waitMs: number }): Promise<void>;
}

/** Calls that would wait longer fail, so that their job can be rescheduled. */
const maxWaitMs = 30_000;
/** Upper limit of a ban. A partner that bans for days is tried again after one. */
const maxPauseMs = 86_400_000;

/**
 * Up to this rate, permits are aligned to the seconds in which the partner counts. Above, one late call matters little.
 */
const maxAlignedRate = 50;
/** The part of each second in which permits start, in fractions of a second. */
const alignedWindow = { lead: 0.04, width: 0.56 };
const evenWindow = { lead: 0, width: 1 };
/**
 * How long a delayed call may take until the partner counts it. With less left in its second, it takes another permit.
 */
const dispatchMarginMs = 200;

/** Share of an application's rate limit that backfills may use. The rest is reserved for interactive calls. */
const backgroundShare = 0.8;
const inBackground = new AsyncLocalStorage<true>();

/** Runs `work` as part of a backfill: its calls leave a share of the application's rate limit to others. */
export function runInBackground<T>(work: () => Promise<T>): Promise<T> {
  return inBackground.run(true, work);
}

const acquirePermits = sql(
  'partners.acquire_permits',
  'select wait_ms, good_ms, ban_ms from partners.acquire_permits($1, $2, $3, $4, $5, $6) order by bucket_index',
);

const pauseBucket = sql(
  'partners.pause_bucket',
  `insert into partners.rate_limit_bucket as b (bucket, next_at, requested_at, paused_until)
   select $1, moment, moment, moment + $2::float8 * interval '1 millisecond'
     from (select clock_timestamp() as moment) clock
   on conflict (bucket) do update set paused_until = greatest(b.paused_until, excluded.paused_until)`,
);

interface Permit {
  /** Null if no permit was granted. */
  waitMs: number | null;
  goodMs: number | null;
  banMs: number | null;
}

interface Bucket {
  name: string;
  /** Bucket whose bans also apply to this one. */
  over: string | null;
  scope: ThrottleScope;
  callsPerSecond: number;
}

/** Creates a rate limiter with buckets per shop and per application. All processes share them through the database. */
export function createRateLimiter({ database, rates }: RateLimiterDependencies): RateLimiter {
  /**
   * Acquires a permit of each bucket in order. Returns when the first permit expires, after which a new one is needed.
   */
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
      if (permits.length === 0) throw new Error('The rate limiter returned no row');
      for (const [index, permit] of permits.entries())
        await awaitPermit(permit, remaining[index], call);
      // Measured from before the query, because the database reads its clock later.
      expiresAtMs ??= requestedAtMs + (permits[0]?.goodMs ?? 0);
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
      // The application's permit comes last, so that none is spent on a call that still waits for its shop.
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
  if (permit.waitMs === null) {
    throw new PartnerError({
      kind: 'throttled',
      code: 'paused',
      endpoint: call.endpoint,
      ...(bucket && { scope: bucket.scope }),
      retryAfterMs: Math.max(1000, Math.ceil(permit.banMs ?? 1000)),
    });
  }
  if (permit.waitMs >= 1) {
    await delay(permit.waitMs, undefined, call.signal ? { signal: call.signal } : {});
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

/** Token calls belong to no shop and share a bucket. */
function shopBucketName(call: PartnerCall): string {
  return `${call.platform}:${call.app}:${call.shop ?? 'tokens'}`;
}
