import {
  createFacebookConnector,
  facebookHosts,
  type AdEntitiesPage,
  type AdLevel,
} from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { registerAdAccount } from '../../reporting/index.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { syncAds } from './ads-stream.ts';

const { database } = await openTestDatabase();

const existingCampaigns = sql(
  'test.existing_campaigns',
  `select campaign_id from reporting.ad_campaign
    where tenant_id = $1 and account_id = $2 and deleted_at is null order by campaign_id`,
);

const rejectsStatement = sql(
  'test.rejected_campaigns',
  'select external_id from collector.reject where tenant_id = $1 and shop_id = $2',
);

function campaign(entityId: string): AdEntitiesPage['entities'][number] {
  const unknown = { campaignId: null, adSetId: null, objective: null };
  const times = { createdAt: null, updatedAt: null };
  return {
    canonical: {
      level: 'campaign',
      entityId,
      name: entityId,
      status: 'ACTIVE',
      ...unknown,
      ...times,
    },
    raw: {
      entity: 'ad_campaign',
      externalId: entityId,
      updatedAt: null,
      payload: Buffer.from('{}'),
    },
  };
}

it('a campaign is deleted once a whole pass lacks it, unless a row of the pass was rejected', async () => {
  let clock = Date.parse('2026-11-11T00:00:00Z');
  let listed: AdEntitiesPage;
  /** How far the clock of the worker that begins a pass is ahead of that of the worker that continues it. */
  let aheadMs = 0;
  const stream = leasedStream({ stream: 'ads', claimedAt: new Date(clock) });
  const { tenantId, shopId: accountId } = stream;
  const account = { accountId, platform: 'FACEBOOK', name: 'Hoa Mai', currency: 'VND' } as const;
  const timeZone = 'Asia/Ho_Chi_Minh';
  await database.tenant(tenantId, (tx) =>
    registerAdAccount(tx, { ...account, timeZone }, new Date(clock)),
  );
  const facebook = createFacebookConnector(
    { ...facebookHosts, appId: '1', appSecret: '1' },
    createTestEnvironment(),
  );
  const empty = { entities: [], rejects: [], next: null };
  const lease = createTestLease({
    database,
    stream,
    shop: linkedShop({ shopId: accountId, platform: 'FACEBOOK' }),
    connector: {
      ...facebook,
      readEntities: async (_access, level: AdLevel) => {
        if (level !== 'campaign') return empty;
        clock -= aheadMs;
        return listed;
      },
    },
    now: () => new Date(clock),
  });
  const passOver = async (page: Partial<AdEntitiesPage>) => {
    clock += 3_600_000 + aheadMs;
    listed = { ...empty, ...page };
    await syncAds(lease, { isSpent: () => false });
    const rows = await database.tenantRead<{ campaignId: string }>(tenantId, existingCampaigns, [
      tenantId,
      accountId,
    ]);
    return rows.map(({ campaignId }) => campaignId);
  };
  const countRejects = async () =>
    (await database.tenantRead(tenantId, rejectsStatement, [tenantId, accountId])).length;
  const [first, second] = [campaign('c1'), campaign('c2')];
  expect(await passOver({ entities: [first, second] })).toEqual(['c1', 'c2']);
  const rejects = [{ raw: second.raw, reason: 'status is missing' }];
  expect(await passOver({ entities: [first], rejects })).toEqual(['c1', 'c2']);
  expect(await countRejects()).toBe(1);
  aheadMs = 600_000;
  expect(await passOver({ entities: [first], rejects })).toEqual(['c1', 'c2']);
  expect(await countRejects()).toBe(1);
  aheadMs = 0;
  expect(await passOver({ entities: [first] })).toEqual(['c1']);
  expect(await countRejects()).toBe(0);
});
