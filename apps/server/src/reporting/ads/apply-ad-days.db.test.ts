import type { CanonicalAdDay } from '@seller-connect/partners';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { applyAdDays, deleteStaleAdDays, rebuildAdDays } from './apply-ad-days.ts';
import { applyAdEntities, markDeletedAdEntities } from './apply-ad-entities.ts';
import { registerAdAccount } from './ad-accounts.ts';

const { database } = await openTestDatabase();
const tenantId = newId();

async function newAccount(): Promise<string> {
  const accountId = newId();
  const account = {
    accountId,
    platform: 'FACEBOOK',
    name: 'Hoa Mai Ads',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
  } as const;
  await database.tenant(tenantId, (tx) => registerAdAccount(tx, account, new Date()));
  return accountId;
}

const days = ['2026-03-01', '2026-03-02', '2026-03-03'];

function day(date: string, ad: number, spend: bigint): CanonicalAdDay {
  return {
    date,
    campaignId: `c${ad % 2}`,
    campaignName: `Campaign ${ad % 2}`,
    adSetId: `s${ad % 2}`,
    adSetName: 'Set',
    adId: `a${ad}`,
    adName: `Ad ${ad}`,
    currency: 'VND',
    spendE4: spend * 10_000n,
    impressions: spend,
    clicks: 3n,
    linkClicks: 2n,
    reach: spend,
    purchases: 1n,
    purchaseValueE4: spend * 30_000n,
    attribution: ad === 3 ? '1d_click' : '1d_view_7d_click',
    flags: [],
  };
}

const table = (name: 'fact_ad_daily' | 'agg_ad_day') =>
  sql(
    `test.${name}`,
    `select row_to_json(t) as row from reporting.${name} t where tenant_id = $1 and account_id = $2
      order by day, campaign_id, to_json(t)::text`,
  );
async function rows(name: 'fact_ad_daily' | 'agg_ad_day', accountId: string): Promise<unknown[]> {
  const found = await database.tenantRead<{ row: unknown }>(tenantId, table(name), [
    tenantId,
    accountId,
  ]);
  return found.map(({ row }) => row);
}
const spendOf = sql(
  'test.ad_spend',
  `select day::text, campaign_id, spend_e4 from reporting.agg_ad_day
    where tenant_id = $1 and account_id = $2 order by day, campaign_id`,
);

interface AdFetch {
  at: number;
  rows: { date: number; ad: number; spend: number }[];
  closes: boolean;
}

async function read(accountId: string, adFetch: AdFetch): Promise<void> {
  const observedAt = new Date(Date.UTC(2026, 2, 10) + adFetch.at * 1000);
  await database.tenant(tenantId, async (tx) => {
    await applyAdDays(
      tx,
      accountId,
      adFetch.rows.map((row) => day(days[row.date] ?? '', row.ad, BigInt(row.spend))),
      { observedAt, mappingVersion: 1, finalUpTo: '2026-02-10' },
    );
    const span = { since: '2026-03-01', until: '2026-03-03' };
    if (adFetch.closes) await deleteStaleAdDays(tx, accountId, span, observedAt);
  });
}

/** Lists these campaigns in one complete pass. */
async function list(accountId: string, time: string, ids: string[]): Promise<void> {
  const startedAt = new Date(time);
  const listed = ids.map((entityId) => ({
    level: 'campaign' as const,
    entityId,
    campaignId: null,
    adSetId: null,
    name: 'Listed',
    status: 'ACTIVE',
    objective: 'OUTCOME_SALES',
    createdAt: null,
    updatedAt: null,
  }));
  await database.tenant(tenantId, async (tx) => {
    const meta = { observedAt: startedAt, mappingVersion: 1 };
    await applyAdEntities(tx, accountId, 'campaign', listed, meta);
    await markDeletedAdEntities(tx, accountId, startedAt);
  });
}

const campaigns = sql(
  'test.campaigns',
  `select campaign_id, name, status, deleted_at is not null as gone from reporting.ad_campaign
    where tenant_id = $1 and account_id = $2 order by campaign_id`,
);
const campaignsOf = (accountId: string) =>
  database.tenantRead(tenantId, campaigns, [tenantId, accountId]);

describe('ad days', () => {
  it('have the latest values in facts and rollups, in any order of fetches, equal to a rebuild', async () => {
    const row = fc.record({
      date: fc.nat(2),
      ad: fc.nat(3),
      spend: fc.integer({ min: 1, max: 900 }),
    });
    const fetches = fc.array(
      fc.record({ rows: fc.array(row, { maxLength: 8 }), closes: fc.boolean() }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(fetches, async (given) => {
        const accountId = await newAccount();
        const latest = new Map<string, bigint>();
        for (const [at, adFetch] of given.entries()) {
          await read(accountId, { ...adFetch, at });
          const incoming = new Map(
            adFetch.rows.map(({ date, ad, spend }) => [`${days[date]} a${ad}`, BigInt(spend)]),
          );
          if (adFetch.closes) latest.clear();
          for (const [key, spend] of incoming) latest.set(key, spend);
        }
        const sums = new Map<string, bigint>();
        for (const [key, spend] of latest) {
          const [date = '', ad = ''] = key.split(' ');
          const group = `${date} c${Number(ad.slice(1)) % 2}`;
          sums.set(group, (sums.get(group) ?? 0n) + spend * 10_000n);
        }
        const stored = await database.tenantRead<{
          day: string;
          campaignId: string;
          spendE4: bigint;
        }>(tenantId, spendOf, [tenantId, accountId]);
        expect(
          new Map(stored.map((each) => [`${each.day} ${each.campaignId}`, each.spendE4])),
        ).toEqual(sums);

        const before = [
          await rows('fact_ad_daily', accountId),
          await rows('agg_ad_day', accountId),
        ];
        await database.tenant(tenantId, (tx) => rebuildAdDays(tx, accountId, days));
        const after = [await rows('fact_ad_daily', accountId), await rows('agg_ad_day', accountId)];
        expect(after).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });

  it('are replaced and deleted by a fetch after a worker whose clock was an hour ahead', async () => {
    const accountId = await newAccount();
    const stored = [0, 1].map((date) => ({ date, ad: 0, spend: 5 }));
    await read(accountId, { at: 3600, rows: stored, closes: true });
    await read(accountId, { at: 1, rows: [{ date: 0, ad: 0, spend: 9 }], closes: true });
    expect(await rows('agg_ad_day', accountId)).toMatchObject([
      { day: '2026-03-01', spend_e4: 90_000 },
    ]);
  });

  it('reject impossible amounts and counts and store the rest', async () => {
    const accountId = await newAccount();
    const huge = { ...day('2026-03-01', 1, 1n), spendE4: 10n ** 17n };
    // Each count fits its column; their sum does not.
    const clicked = Array.from({ length: 20 }, (_, ad) => ({
      ...day('2026-03-02', ad, 1n),
      clicks: 10n ** 18n - 1n,
    }));
    const answer = await database.tenant(tenantId, (tx) =>
      applyAdDays(
        tx,
        accountId,
        [huge, ...clicked, { ...day('2026-03-01', 2, 7n), attribution: '7d\0' }],
        {
          observedAt: new Date(),
          mappingVersion: 1,
          finalUpTo: '2026-02-10',
        },
      ),
    );
    expect(answer).toEqual({
      created: 1,
      unusable: ['a1:2026-03-01', ...clicked.map(({ adId }) => `${adId}:2026-03-02`)].map((id) => ({
        id,
        reason: 'an amount or a count is too large',
      })),
    });
  });

  it('name unlisted campaigns by their days, and mark those missing from a listing', async () => {
    const accountId = await newAccount();
    await read(accountId, { at: 1, rows: [{ date: 0, ad: 0, spend: 5 }], closes: false });
    await list(accountId, '2026-03-11T00:00:00Z', ['c1']);
    expect(await campaignsOf(accountId)).toEqual([
      { campaignId: 'c0', name: 'Campaign 0', status: null, gone: true },
      { campaignId: 'c1', name: 'Listed', status: 'ACTIVE', gone: false },
    ]);
  });

  it('mark campaigns by a listing after a worker whose clock was an hour ahead, and restore them', async () => {
    const accountId = await newAccount();
    await list(accountId, '2026-03-11T01:00:00Z', ['c0', 'c1']);
    await list(accountId, '2026-03-11T00:00:00Z', ['c1']);
    expect(await campaignsOf(accountId)).toMatchObject([{ gone: true }, { gone: false }]);
    await list(accountId, '2026-03-11T00:30:00Z', ['c0', 'c1']);
    expect(await campaignsOf(accountId)).toMatchObject([{ gone: false }, { gone: false }]);
  });
});
