import type { ShopAccess } from '../connector/shop-access.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AdDaysPage, AdsConnector, DayRange } from '../connector/ads-connector.ts';
import type { AdLevel, CanonicalAdDay, CanonicalAdEntity } from '../canonical/ads.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { faultHits, injectFault } from '../testing/faults.ts';
import { startSandbox, type Sandbox } from '../testing/sandbox.ts';
import { createFacebookConnector } from './connector.ts';

const account = '884410200164501';
const redirect_uri = 'http://localhost:3000/oauth/callback/facebook';
const now = '2026-11-12T05:00:00Z';
const month: DayRange = { since: '2026-10-14', until: '2026-11-12' };

const LedgerDay = Type.Object({
  date: Type.String(),
  spend: Type.String(),
  impressions: Type.Integer(),
  clicks: Type.Integer(),
  linkClicks: Type.Integer(),
  purchases: Type.Integer(),
  purchaseValue: Type.String(),
});
const Ledger = Type.Object({ days: Type.Array(LedgerDay) });

describe('the Facebook connector against the sandbox', () => {
  let sandbox: Sandbox;
  let connector: AdsConnector;
  let access: ShopAccess;
  let throttles: { scope: string; waitMs: number }[] = [];

  const environment = createTestEnvironment(
    {},
    {
      clock: () => new Date(now),
      onThrottled: async (_call, throttle) => {
        throttles.push(throttle);
      },
    },
  );
  const exchange = async () =>
    connector.exchangeCode(await sandbox.authorize(account, 'FACEBOOK'), { redirect_uri });
  const strikeWith = (...faults: object[]) => injectFault(sandbox, 'FACEBOOK', ...faults);
  const options = (changes: object) => sandbox.control('PUT', '/_sandbox/facebook', changes);

  beforeAll(async () => {
    sandbox = await startSandbox({ SANDBOX_CLOCK: now });
    await sandbox.control('PUT', '/_sandbox/clock', { now, frozen: true });
    connector = createFacebookConnector(sandbox.facebook, environment);
    const grant = await exchange();
    const [shop] = grant.shops;
    if (!shop) throw new Error('The sandbox granted nothing');
    access = { ...shop, accessToken: grant.accessToken };
  });
  afterEach(async () => {
    throttles = [];
    await sandbox.control('DELETE', '/_sandbox/faults');
    await sandbox.control('PUT', '/_sandbox/clock', { now });
  });
  afterAll(() => sandbox.stop());

  async function collect(read: (from: string | null) => Promise<AdDaysPage>) {
    const days: CanonicalAdDay[] = [];
    let next: string | null = null;
    do {
      const page = await read(next);
      expect(page.rejects).toEqual([]);
      for (const { canonical, raw } of page.days) {
        days.push(canonical);
        expect(connector.deriveDay(raw).canonical).toEqual(canonical);
      }
      ({ next } = page);
    } while (next !== null);
    return days;
  }
  const readDays = (span: DayRange) => collect((from) => connector.readDays(access, span, from));

  async function report(span: DayRange) {
    const id = await connector.startReport(access, span);
    for (;;) {
      const state = await connector.reportState(access, id);
      if (state.state !== 'running') return { id, state };
      await delay(20);
    }
  }

  /** Sums the days by date, and expects each ad at most once per day. */
  function summed(days: readonly CanonicalAdDay[]) {
    expect(new Set(days.map(({ adId, date }) => `${adId} ${date}`)).size).toBe(days.length);
    const sums = new Map<string, CanonicalAdDay[]>();
    for (const day of days) sums.set(day.date, [...(sums.get(day.date) ?? []), day]);
    const total = (rows: readonly CanonicalAdDay[], of: (row: CanonicalAdDay) => bigint) =>
      rows.reduce((sum, row) => sum + of(row), 0n);
    return [...sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([date, rows]) => ({
        date,
        spend: String(total(rows, (row) => row.spendE4) / 10_000n),
        impressions: Number(total(rows, (row) => row.impressions)),
        clicks: Number(total(rows, (row) => row.clicks)),
        linkClicks: Number(total(rows, (row) => row.linkClicks)),
        purchases: Number(total(rows, (row) => row.purchases)),
        purchaseValue: String(total(rows, (row) => row.purchaseValueE4) / 10_000n),
      }));
  }

  async function ledger({ since, until }: DayRange) {
    const query = `platform=FACEBOOK&shop=${account}&from=${since}&to=${until}`;
    const answer = await sandbox.control('GET', `/_sandbox/ledger?${query}`);
    return Value.Parse(Ledger, answer).days;
  }

  it('exchanges a code for a token of sixty days and the selected accounts', async () => {
    const grant = await exchange();
    expect(grant).toMatchObject({
      shops: [{ externalShopId: account, region: 'ZZ' }],
      account: 'Nguyễn Thị Hoa Mai',
      accessExpiresAt: new Date(Date.parse(now) + 5_183_944_000),
      refreshToken: grant.accessToken,
      refreshExpiresAt: new Date(Date.parse(now) + 90 * 86_400_000),
    });
    const { shop, raw } = await connector.readShop(access);
    expect(shop).toEqual({
      externalShopId: account,
      name: 'Hoa Mai Fashion Ads',
      region: 'ZZ',
      currency: 'VND',
      timeZone: 'Asia/Ho_Chi_Minh',
      status: 'ACTIVE',
    });
    expect(raw.entity).toBe('ad_account');
  });

  it('accepts a user token of its own application only', async () => {
    const grant = await connector.exchangeCode(access.accessToken, { redirect_uri });
    expect(grant.shops).toHaveLength(1);
    await expect(
      connector.exchangeCode(`EAAO${'x'.repeat(100)}`, { redirect_uri }),
    ).rejects.toMatchObject({ kind: 'invalid_request', code: 'InvalidCode' });
  });

  it('fetches the days of a month at once, equal to the ledger', async () => {
    const days = await readDays(month);
    expect(days.length).toBeGreaterThan(200);
    expect(summed(days)).toEqual(await ledger(month));
    expect(days.some(({ purchases }) => purchases > 0n)).toBe(true);
  });

  it('fetches half a year as a report, and reports when a year is too much', async () => {
    const half = { since: '2026-05-20', until: '2026-11-12' };
    await expect(readDays(half)).rejects.toMatchObject({ code: 'too_much_data' });
    const { id, state } = await report(half);
    expect(state).toEqual({ state: 'ready' });
    const days = await collect((from) => connector.readReport(access, id, from));
    expect(summed(days)).toEqual(await ledger(half));
    const year = await report({ since: '2025-10-20', until: '2026-11-12' });
    expect(year.state).toMatchObject({ state: 'failed', tooMuch: true });
    await strikeWith({
      kind: 'api_error',
      code: '-2/2490547',
      path: '/act_{id}/insights',
      count: 1,
    });
    expect((await report(month)).state).toEqual({ state: 'failed', tooMuch: false, code: '-2' });
  });

  it('fetches the same under faults, short pages and errors with status 200', async () => {
    await options({ errorsWithStatus200: true });
    await strikeWith(
      { kind: 'http_5xx', probability: 0.1 },
      { kind: 'broken_json', probability: 0.1 },
      { kind: 'drop_connection', probability: 0.05 },
      { kind: 'truncated_page', probability: 0.5 },
      { kind: 'api_error', code: '2', probability: 0.1 },
    );
    expect(summed(await readDays(month))).toEqual(await ledger(month));
    expect(await faultHits(sandbox)).toBeGreaterThan(2);
    await options({ errorsWithStatus200: false });
  });

  it('fetches campaigns, ad sets and ads including archived ones, and their parents', async () => {
    const read = async (level: AdLevel) => {
      const found: CanonicalAdEntity[] = [];
      let next: string | null = null;
      do {
        const page = await connector.readEntities(access, level, next);
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.entities) {
          found.push(canonical);
          expect(connector.deriveEntity(raw).canonical).toEqual(canonical);
        }
        ({ next } = page);
      } while (next !== null);
      return found;
    };
    await strikeWith({ kind: 'truncated_page', probability: 0.5 });
    const [campaigns, adSets, ads] = [
      await read('campaign'),
      await read('ad_set'),
      await read('ad'),
    ];
    const ids = new Set(campaigns.map(({ entityId }) => entityId));
    const setIds = new Set(adSets.map(({ entityId }) => entityId));
    expect(campaigns.some(({ status }) => status === 'ARCHIVED')).toBe(true);
    expect(adSets.every(({ campaignId }) => ids.has(campaignId ?? ''))).toBe(true);
    expect(ads.length).toBeGreaterThan(20);
    expect(ads.every(({ adSetId }) => setIds.has(adSetId ?? ''))).toBe(true);
    // Deleted campaigns are in no list; only their days remain.
    const days = (await collectOld()).map(({ campaignId }) => campaignId);
    expect(days.some((id) => !ids.has(id))).toBe(true);
  });
  const collectOld = () => readDays({ since: '2025-08-01', until: '2025-08-20' });

  it('reports how long a throttle lasts, and slows down before the next', async () => {
    await strikeWith({ kind: 'throttle', count: 1, seconds: 100 });
    await expect(readDays(month)).rejects.toMatchObject({
      kind: 'throttled',
      code: '80000/2446079',
      scope: 'shop',
      retryAfterMs: 120_000,
    });
    expect(throttles).toEqual([{ scope: 'shop', waitMs: 120_000 }]);
    await sandbox.control('DELETE', '/_sandbox/faults');
    await options({ insightsCallsPerHour: 5 });
    await connector.readDays(access, { since: '2026-11-11', until: '2026-11-11' }, null);
    await connector.readDays(access, { since: '2026-11-11', until: '2026-11-11' }, null);
    await connector.readDays(access, { since: '2026-11-11', until: '2026-11-11' }, null);
    throttles = [];
    await connector.readDays(access, { since: '2026-11-11', until: '2026-11-11' }, null);
    expect(throttles).toEqual([{ scope: 'shop', waitMs: 2000 }]);
    await options({ insightsCallsPerHour: 190_000 });
  });

  it('refreshes a valid token, and requires a new consent once it has expired', async () => {
    const grant = await exchange();
    const renewed = await connector.refresh(grant.refreshToken ?? '');
    expect(renewed.accessToken).not.toBe(grant.accessToken);
    await connector.readShop({ ...access, accessToken: renewed.accessToken });
    await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 61 * 86_400 });
    await expect(
      connector.readShop({ ...access, accessToken: renewed.accessToken }),
    ).rejects.toMatchObject({ kind: 'unauthorized', code: '190/463' });
    await expect(connector.refresh(renewed.refreshToken ?? '')).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: '190/463',
    });
  });

  it('assumes an expiry for a token without one', async () => {
    await options({ hideExpiry: true });
    const grant = await exchange();
    expect(grant.accessExpiresAt).toEqual(new Date(Date.parse(now) + 90 * 86_400_000));
    await options({ hideExpiry: false });
  });

  it('distinguishes a used code, a wrong secret, a wrong proof and a declined permission', async () => {
    const code = await sandbox.authorize(account, 'FACEBOOK');
    await connector.exchangeCode(code, { redirect_uri });
    await expect(connector.exchangeCode(code, { redirect_uri })).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'InvalidCode',
    });
    const wrong = createFacebookConnector({ ...sandbox.facebook, appSecret: 'x' }, environment);
    await expect(wrong.refresh(access.accessToken)).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'client_secret',
    });
    await expect(wrong.readShop(access)).rejects.toMatchObject({
      kind: 'invalid_request',
      code: '100',
    });
    const declined = await sandbox.control('POST', '/_sandbox/authorize', {
      platform: 'FACEBOOK',
      shop: account,
      redirectUri: redirect_uri,
      scope: 'email',
    });
    const { code: narrow } = Value.Parse(Type.Object({ code: Type.String() }), declined);
    await expect(connector.exchangeCode(narrow, { redirect_uri })).rejects.toMatchObject({
      kind: 'invalid_request',
      code: 'permission_declined',
    });
    const elsewhere = { ...access, externalShopId: '884410200283117' };
    await expect(connector.readShop(elsewhere)).rejects.toMatchObject({
      kind: 'needs_reauthorization',
      code: '200',
    });
  });
});
