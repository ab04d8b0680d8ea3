import {
  createFacebookConnector,
  facebookHosts,
  PartnerError,
  type AdsConnector,
  type CanonicalAdDay,
  type DayRange,
} from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import { beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { addDays, countDays } from '../../platform/calendar.ts';
import { sql } from '../../platform/database/database.ts';
import { registerAdAccount } from '../../reporting/index.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { maxReportMs } from './ad-days-plan.ts';
import { syncInsights } from './insights-stream.ts';

const { database } = await openTestDatabase();

const start = Date.parse('2026-11-11T05:00:00Z');
const timeZone = 'Asia/Ho_Chi_Minh';
const dayMs = 86_400_000;
const historyDays = 20;
/** Longer than the stream waits for a report by itself, so that the test's clock passes the time. */
const minReportPollMs = 5000;

/** A report over more days is never ready. */
let maxReadyDays: number;
/** A report over more days is refused. */
let maxStartedDays: number;
/** A report from an earlier day is refused. */
let oldestKeptDay: string;
/** The row of this day cannot be parsed. */
let rejectedDay: string;
/** The ID of that row; null for its own. */
let rejectedId: string | null;
let clock: number;
let leased: LeasedStream;
/** The days of every requested report, in order. */
let requested: DayRange[];
/** The ages at which reports were polled last, by report. */
let lastPolledMs: Map<number, number>;
let requestedAt: number[];

beforeEach(async () => {
  maxReadyDays = Infinity;
  maxStartedDays = Infinity;
  oldestKeptDay = '';
  rejectedDay = '';
  rejectedId = null;
  clock = start;
  requested = [];
  requestedAt = [];
  lastPolledMs = new Map();
  const now = new Date(start);
  // Everything is synced but the backfill, of which `historyDays` are left.
  leased = leasedStream({
    stream: 'insights',
    claimedAt: now,
    plannedAt: now,
    currentAt: now,
    watermark: now,
    frontier: new Date('2026-11-10T17:00:00Z'),
    firstOrderAt: new Date(Date.parse('2026-11-10T17:00:00Z') - historyDays * dayMs),
  });
  const { tenantId, shopId: accountId } = leased;
  const account = { accountId, platform: 'FACEBOOK', name: 'Hoa Mai', currency: 'VND' } as const;
  await database.tenant(tenantId, (tx) => registerAdAccount(tx, { ...account, timeZone }, now));
});

const adDay = (date: string): CanonicalAdDay => ({
  date,
  campaignId: 'c1',
  campaignName: 'Campaign',
  adSetId: 's1',
  adSetName: 'Set',
  adId: 'a1',
  adName: 'Ad',
  currency: 'VND',
  spendE4: 10_000n,
  impressions: 1n,
  clicks: 1n,
  linkClicks: 1n,
  reach: 1n,
  purchases: 0n,
  purchaseValueE4: 0n,
  attribution: '7d_click',
  flags: [],
});

function daysOf({ since, until }: DayRange) {
  return Array.from({ length: countDays(since, until) }, (_, index) => {
    const date = addDays(since, index);
    const raw = { entity: 'ad_day', externalId: `a1:${date}`, updatedAt: null } as const;
    return { canonical: adDay(date), raw: { ...raw, payload: Buffer.from(`{"date":"${date}"}`) } };
  });
}

function reportDays(id: string): DayRange {
  const days = requested[Number(id)];
  if (!days) throw new Error(`There is no report ${id}`);
  return days;
}

const connector: AdsConnector = {
  ...createFacebookConnector(
    { ...facebookHosts, appId: '1', appSecret: '1' },
    createTestEnvironment(),
  ),
  readDays: async (_access, days) => ({ days: daysOf(days), rejects: [], next: null }),
  startReport: async (_access, days) => {
    if (days.since < oldestKeptDay) {
      throw new PartnerError({ kind: 'invalid_request', code: '3018', endpoint: '/insights' });
    }
    if (countDays(days.since, days.until) > maxStartedDays) {
      const details = { code: 'too_much_data', endpoint: '/insights' };
      throw new PartnerError({ kind: 'invalid_request', ...details });
    }
    requestedAt.push(clock);
    return String(requested.push(days) - 1);
  },
  reportState: async (_access, id) => {
    const { since, until } = reportDays(id);
    lastPolledMs.set(Number(id), clock - (requestedAt[Number(id)] ?? 0));
    return countDays(since, until) > maxReadyDays ? { state: 'running' } : { state: 'ready' };
  },
  readReport: async (_access, id, cursor) => {
    const days = daysOf(reportDays(id));
    const rejected = days.filter(({ canonical }) => canonical.date === rejectedDay);
    if (cursor === null && rejected.length > 0) {
      const reason = 'spend is not an amount';
      const rejects = rejected.map(({ raw }) => ({
        raw: { ...raw, externalId: rejectedId ?? raw.externalId },
        reason,
      }));
      return { days: [], rejects, next: 'rest' };
    }
    return { days: days.filter((each) => !rejected.includes(each)), rejects: [], next: null };
  },
};

/** Syncs to the end. Where the stream is released for a while, the clock passes it. */
async function sync(): Promise<void> {
  const lease = createTestLease({
    database,
    stream: leased,
    shop: linkedShop({ shopId: leased.shopId, platform: 'FACEBOOK' }),
    connector,
    now: () => new Date(clock),
  });
  try {
    for (;;) {
      const status = await syncInsights(lease, { isSpent: () => false }, minReportPollMs);
      if (status === 'done') return;
      if (status !== 'more') clock += status.waitMs;
    }
  } finally {
    leased = lease.stream;
  }
}

const storedDaysStatement = sql(
  'test.ad_days',
  `select day::text from reporting.ad_insight_daily
   where tenant_id = $1 and account_id = $2 order by day`,
);

/** Asserts that every day of the backfill is stored once. */
async function expectAllDays(): Promise<void> {
  const rows = await database.tenantRead<{ day: string }>(leased.tenantId, storedDaysStatement, [
    leased.tenantId,
    leased.shopId,
  ]);
  const days = rows.map(({ day }) => day);
  const backfill = Array.from({ length: historyDays }, (_, index) => addDays('2026-10-22', index));
  expect(days).toEqual(expect.arrayContaining(backfill));
  expect(new Set(days).size).toBe(days.length);
  expect(leased.backfilledAt).not.toBeNull();
  expect(leased.checkpoint).toBeNull();
}

const lengths = () => requested.map(({ since, until }) => countDays(since, until));

it('replaces a late report by a smaller one until all days are synced', async () => {
  maxReadyDays = 5;
  await sync();
  expect(lengths().slice(0, 3)).toEqual([20, 10, 5]);
  for (const report of [0, 1]) {
    expect(lastPolledMs.get(report)).toBeGreaterThanOrEqual(maxReportMs);
    expect(lastPolledMs.get(report)).toBeLessThan(maxReportMs + 60_000 + 1);
  }
  expect(Math.max(...lengths().slice(2))).toBeLessThanOrEqual(5);
  await expectAllDays();
});

it('replaces a report that is refused as too large by a smaller one', async () => {
  maxStartedDays = 5;
  await sync();
  expect(lengths()).toEqual([5, 5, 5, 5]);
  await expectAllDays();
});

it('fails as unavailable on a late report of a single day; a later sync loses nothing', async () => {
  maxReadyDays = 0;
  await expect(sync()).rejects.toMatchObject({ kind: 'unavailable', code: 'report_late' });
  expect(lengths()).toEqual([20, 10, 5, 2, 1]);
  expect(clock - start).toBeGreaterThanOrEqual(5 * maxReportMs);
  expect(leased).toMatchObject({ checkpoint: null, backfilledAt: null });
  maxReadyDays = Infinity;
  await sync();
  await expectAllDays();
});

it('keeps the value of a day whose row cannot be parsed any more', async () => {
  await sync();
  rejectedDay = '2026-10-30';
  leased.watermark = new Date(start - 2 * dayMs);
  await sync();
  expect(requested).toHaveLength(2);
  await expectAllDays();
});

it('forgets a row that cannot be parsed once the days of its report lack it', async () => {
  await sync();
  const again = async () => {
    clock += 60_000;
    leased.watermark = new Date(start - 2 * dayMs);
    await sync();
    const rows = await database.tenantRead<{ externalId: string }>(
      leased.tenantId,
      rejectsStatement,
      [leased.tenantId, leased.shopId],
    );
    return rows.map(({ externalId }) => externalId);
  };
  rejectedDay = '2026-10-30';
  rejectedId = 'unidentified:1';
  expect(await again()).toEqual(['unidentified:1']);
  expect(await again()).toEqual(['unidentified:1']);
  rejectedDay = '';
  expect(await again()).toEqual([]);
});

const rejectsStatement = sql(
  'test.rejected_days',
  'select external_id from collector.reject where tenant_id = $1 and shop_id = $2',
);

it('leaves out days that the platform has deleted while the backfill was paused', async () => {
  const planned = Date.parse('2023-09-30T17:00:00Z');
  leased.firstOrderAt = new Date(planned);
  leased.frontier = new Date(planned + historyDays * dayMs);
  oldestKeptDay = '2023-10-11';
  await sync();
  expect(requested).toEqual([{ since: '2023-10-13', until: '2023-10-20' }]);
  expect(leased.backfilledAt).not.toBeNull();
});
