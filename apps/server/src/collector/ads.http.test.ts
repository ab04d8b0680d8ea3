import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { startSandbox } from '@seller-connect/partners/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { sql } from '../platform/database/database.ts';
import { partnerSettings } from '../../test/partner-settings.ts';
import { assemble } from './testing/assembly.ts';
import { createSeller } from './testing/linked-seller.ts';

const account = '884410200164501';
const now = '2026-11-12T05:00:00Z';

const Day = Type.Object({
  date: Type.String(),
  spend: Type.String(),
  impressions: Type.Integer(),
  clicks: Type.Integer(),
  linkClicks: Type.Integer(),
  purchases: Type.Integer(),
  purchaseValue: Type.String(),
});
type Day = Type.Static<typeof Day>;

const readDays = sql(
  'test.ad_days',
  `select day::text as date, trim_scale(sum(spend_e4) / 10000)::text as spend,
          sum(impressions)::int as impressions, sum(clicks)::int as clicks, sum(link_clicks)::int as "linkClicks",
          sum(purchases)::int as purchases, trim_scale(sum(purchase_value_e4) / 10000)::text as "purchaseValue"
     from reporting.agg_ad_day where tenant_id = $1 and account_id = $2 group by day order by day`,
);
const unnamed = sql(
  'test.unlisted_campaigns',
  `select distinct c.name, c.status, c.deleted_at is not null as deleted from reporting.agg_ad_day a
     join reporting.ad_campaign c using (tenant_id, account_id, campaign_id)
    where a.tenant_id = $1 and a.account_id = $2 and c.status is null`,
);

const [test, sandbox] = await Promise.all([
  createTestDatabase(),
  startSandbox({ SANDBOX_CLOCK: now, SANDBOX_MONTHS: '12' }),
]);
await sandbox.control('PUT', '/_sandbox/facebook', { reportMs: 50 });
// Days and the end of the consent follow the machine's clock, so the sandbox's clock is set to it.
await sandbox.control('PUT', '/_sandbox/clock', { now: new Date().toISOString(), frozen: true });
const assembly = await assemble({
  databaseUrl: test.url,
  lazadaUrl: sandbox.lazadaUrl,
  environment: { ...partnerSettings(sandbox), FACEBOOK_CALLS_PER_SECOND: '1000' },
});
const worker = await assembly.collector.work({
  concurrency: 3,
  pollIntervalMs: 100,
  sliceMs: 4000,
  minReportPollMs: 60,
});
const seller = await createSeller(assembly);
const started = await seller.get('/partner/authorize?platform=FACEBOOK');
const linked = await seller.post('/partner/credential', {
  platform: 'FACEBOOK',
  accessToken: await sandbox.authorize(account, 'FACEBOOK'),
  state: String(Reflect.get(Object(started.body), 'state')),
});
const { shops: linkedShops } = Value.Parse(
  Type.Object({ shops: Type.Array(Type.Object({ id: Type.String() })) }),
  linked.body,
);
const accountId = linkedShops[0]?.id ?? '';
afterAll(async () => {
  await worker.stop();
  await assembly.stop();
  await sandbox.stop();
  await test.drop();
});

describe('an ad account', () => {
  const stored = () =>
    assembly.database.tenantRead<Day>(seller.tenantId, readDays, [seller.tenantId, accountId]);
  async function ledger(): Promise<Day[]> {
    const path = `/_sandbox/ledger?platform=FACEBOOK&shop=${account}`;
    const answer = await sandbox.control('GET', path);
    return Value.Parse(Type.Object({ days: Type.Array(Day) }), answer).days;
  }
  it('has days that equal the ledger to the đồng, including deleted campaigns', async () => {
    const done = await seller.until(180_000);
    await seller.syncAgain();
    const days = await ledger();
    expect(days.length).toBeGreaterThan(300);
    expect(await stored()).toEqual(days);
    expect(done).toMatchObject({ synced: true, hasData: true });
    const [shop] = done.shops;
    expect(shop?.streams.map(({ stream }) => stream)).toEqual(['shop', 'insights', 'ads']);
    for (const stream of shop?.streams ?? []) {
      expect(stream).toMatchObject({ state: 'up_to_date', progress: 1, problem: null });
    }
    const placed = await assembly.database.tenantRead<{ name: string; deleted: boolean }>(
      seller.tenantId,
      unnamed,
      [seller.tenantId, accountId],
    );
    expect(placed.map(({ name }) => name)).toContain('Thời trang | Thử nghiệm cũ');
  });

  it('reports the spend of the ledger for a period, with no sales to compare with', async () => {
    const days = (await ledger()).slice(-28);
    const [from = '', to = ''] = [days[0]?.date, days.at(-1)?.date];
    const { status, body } = await seller.get(`/reporting/ads?period=custom&from=${from}&to=${to}`);
    expect(status).toBe(200);
    const sum = (of: (day: Day) => string) =>
      days.reduce((total, day) => total + BigInt(of(day)), 0n);
    const spend = sum((day) => day.spend);
    const value = sum((day) => day.purchaseValue);
    expect(body).toMatchObject({
      currency: 'VND',
      partial: false,
      otherCalendar: false,
      metrics: {
        adSpend: { value: String(spend), reason: null },
        channelRoas: { value: Number(value) / Number(spend) },
        blendedRoas: { value: null, reason: 'no_sales' },
        adCostRatio: { value: null, reason: 'no_sales' },
      },
      accounts: [{ accountId, spend: String(spend), daysLoading: 0 }],
    });
    const trend = Value.Parse(
      Type.Object({
        trend: Type.Array(Type.Object({ day: Type.String(), adSpend: Type.String() })),
      }),
      body,
    ).trend;
    expect(trend.map(({ day, adSpend }) => ({ day, adSpend }))).toEqual(
      days.map((day) => ({ day: day.date, adSpend: day.spend })),
    );
  });

  it('is not part of sales reports', async () => {
    const { body } = await seller.get('/reporting/summary?period=28d');
    expect(body).toMatchObject({ freshness: [], partial: false });
    const shops = await seller.get('/reporting/breakdown?by=shop&period=28d');
    expect(shops.body).toMatchObject({ items: [], total: 0 });
  });

  it('resumes after faults and follows days that still change', async () => {
    await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 5 * 3600 });
    await sandbox.control('PUT', '/_sandbox/faults', {
      faults: [
        { platform: 'FACEBOOK', kind: 'http_5xx', probability: 0.1 },
        { platform: 'FACEBOOK', kind: 'broken_json', probability: 0.1 },
        { platform: 'FACEBOOK', kind: 'truncated_page', probability: 0.3 },
      ],
    });
    await seller.syncAgain();
    await sandbox.control('DELETE', '/_sandbox/faults');
    // Days follow the machine's clock. In the evening, five hours ahead is a day that has not begun here.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format();
    const days = (await ledger()).filter(({ date }) => date <= today);
    expect((await stored()).slice(-3)).toEqual(days.slice(-3));
  });
});
