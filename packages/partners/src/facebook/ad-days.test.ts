import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { deriveDay, fetchDays } from './ad-days.ts';
import { deriveEntity, fetchEntities } from './ad-entities.ts';
import { GraphClient } from './client.ts';
import { facebookHosts } from './client.ts';

/** A row as documented; all values are strings. */
const row = {
  account_id: '884410200164501',
  account_currency: 'VND',
  campaign_id: '120210000100000000',
  campaign_name: 'Thời trang | Bán hàng',
  adset_id: '120210000200000000',
  adset_name: 'Tệp rộng',
  ad_id: '120210000000000010',
  ad_name: 'Áo thun',
  spend: '123456',
  impressions: '2741',
  reach: '1900',
  clicks: '43',
  inline_link_clicks: '31',
  attribution_setting: '1d_view_7d_click',
  actions: [
    { action_type: 'link_click', value: '31' },
    { action_type: 'purchase', value: '3' },
    { action_type: 'omni_purchase', value: '4' },
    { action_type: 'offsite_conversion.fb_pixel_purchase', value: '4' },
  ],
  action_values: [
    { action_type: 'purchase', value: '387000' },
    { action_type: 'omni_purchase', value: '516000' },
  ],
  date_start: '2026-03-10',
  date_stop: '2026-03-10',
};
const derive = (changes: object) =>
  deriveDay({
    entity: 'ad_day',
    externalId: '120210000000000010:2026-03-10',
    updatedAt: null,
    payload: Buffer.from(JSON.stringify({ ...row, ...changes })),
  });

describe('a day of an ad', () => {
  it('has exact amounts, IDs as text and one kind of purchase', () => {
    expect(derive({})).toEqual({
      reject: null,
      canonical: {
        date: '2026-03-10',
        campaignId: '120210000100000000',
        campaignName: 'Thời trang | Bán hàng',
        adSetId: '120210000200000000',
        adSetName: 'Tệp rộng',
        adId: '120210000000000010',
        adName: 'Áo thun',
        currency: 'VND',
        spendE4: 1_234_560_000n,
        impressions: 2741n,
        reach: 1900n,
        clicks: 43n,
        linkClicks: 31n,
        purchases: 4n,
        purchaseValueE4: 5_160_000_000n,
        attribution: '1d_view_7d_click',
        flags: [],
      },
    });
  });

  it('falls back to the plain kind of purchase, and to none', () => {
    const plain = [{ action_type: 'purchase', value: '3' }];
    expect(derive({ actions: plain }).canonical?.purchases).toBe(3n);
    const none = { actions: undefined, action_values: undefined };
    expect(derive(none).canonical).toMatchObject({ purchases: 0n, purchaseValueE4: 0n });
  });

  it('parses dollars to the cent and flags rounded amounts', () => {
    const dollars = derive({ account_currency: 'USD', spend: '12.34' });
    expect(dollars.canonical).toMatchObject({ spendE4: 123_400n, currency: 'USD' });
    expect(derive({ spend: '12.345678' }).canonical?.flags).toEqual(['amount_rounded']);
    const modelled = [{ action_type: 'omni_purchase', value: '2.5' }];
    expect(derive({ actions: modelled }).canonical).toMatchObject({
      purchases: 2n,
      flags: ['purchases_rounded'],
    });
  });

  it.each([
    [{ spend: '1,234' }, 'spend is not an amount'],
    [{ date_stop: '2026-03-11' }, 'the row holds more than a day'],
    [{ date_start: '2026-02-30', date_stop: '2026-02-30' }, 'date_start is not a day'],
    [{ ad_id: '7' }, 'the row belongs to another account'],
    [{ ad_id: undefined }, 'ad_day'],
  ])('is rejected with the reason: %j', (changes, reason) => {
    expect(derive(changes).reject?.reason).toContain(reason);
  });
});

describe('a campaign, an ad set, an ad', () => {
  const entity = (kind: 'ad_campaign' | 'ad_set' | 'ad' | 'order', fields: object) =>
    deriveEntity({
      entity: kind,
      externalId: '1',
      updatedAt: null,
      payload: Buffer.from(JSON.stringify({ id: '1', ...fields })),
    });

  it('has its parents and its times', () => {
    const times = { created_time: '2025-11-01T10:00:00+0700' };
    const ad = entity('ad', { ...times, campaign_id: '3', adset_id: '2', name: 'A' });
    expect(ad.canonical).toMatchObject({
      level: 'ad',
      campaignId: '3',
      adSetId: '2',
      createdAt: new Date('2025-11-01T03:00:00Z'),
      status: 'UNKNOWN',
    });
    expect(entity('ad_campaign', { objective: 'OUTCOME_SALES' }).canonical).toMatchObject({
      name: '1',
      campaignId: null,
      objective: 'OUTCOME_SALES',
    });
  });

  it('is rejected without its parents', () => {
    expect(entity('ad', { campaign_id: '3' }).reject?.reason).toBe('adset_id is missing');
    expect(entity('ad_set', {}).reject?.reason).toBe('campaign_id is missing');
    expect(entity('order', {}).reject?.reason).toContain('order');
  });
});

describe('a row in an unknown format', () => {
  const access = { accessToken: 'EAA', externalShopId: row.account_id, region: 'ZZ' };
  const clientOf = (data: object) =>
    new GraphClient(
      { ...facebookHosts, appId: '1', appSecret: '1' },
      createTestEnvironment({}, { fetch: async () => Response.json({ data: [data] }) }),
    );

  it('of a day is rejected under its id, unless it is that of another account', async () => {
    const days = { since: row.date_start, until: row.date_stop };
    const rejectedId = async (changes: object) => {
      const client = clientOf({ ...row, spend: null, ...changes });
      const { rejects } = await fetchDays(client, access, days, null);
      return rejects[0]?.raw.externalId;
    };
    expect(await rejectedId({})).toBe(`${row.ad_id}:${row.date_start}`);
    expect(await rejectedId({ account_id: '7' })).toMatch(/^unidentified:/);
  });

  it('of a campaign is rejected under its id', async () => {
    const client = clientOf({ id: '7', name: {} });
    const { rejects } = await fetchEntities(client, access, 'campaign', null);
    expect(rejects.map(({ raw }) => raw.externalId)).toEqual(['7']);
  });
});
