import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SandboxTestClient, isJson, listAt, objectAt, textAt } from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const callback = 'http://localhost:3000/oauth/callback/facebook';
const appId = '1000240000000001';
const appSecret = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const account = '884410200164501';
const clock = '2026-03-16T05:00:00Z';
const dayFields = 'ad_id,campaign_id,campaign_name,spend,impressions,actions,action_values';

interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

let sandbox: SandboxTestClient;
beforeAll(async () => {
  sandbox = await SandboxTestClient.start({ size: 'small', clockMs: Date.parse(clock) });
  await sandbox.control('clock', 'PUT', { frozen: true });
});
afterAll(() => sandbox.running.stop());
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  await sandbox.control('faults', 'DELETE');
  await sandbox.control('clock', 'PUT', { now: clock });
});

const proofOf = (token: string): string =>
  createHmac('sha256', appSecret).update(token).digest('hex');

async function graph(
  path: string,
  parameters: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const search = new URLSearchParams(parameters).toString();
  const response = await fetch(`${sandbox.running.facebookUrl}/v26.0${path}?${search}`, { method });
  const body: unknown = await response.json();
  if (!isJson(body)) throw new TypeError('the answer is not an object');
  return { status: response.status, headers: response.headers, body };
}

async function callAs(path: string, token: string, parameters: Record<string, string> = {}) {
  return graph(path, { ...parameters, access_token: token, appsecret_proof: proofOf(token) });
}

async function code(body: Json = { shop: account }): Promise<string> {
  const consent = { platform: 'FACEBOOK', redirectUri: callback, ...body };
  return textAt(await sandbox.control('authorize', 'POST', consent), 'code');
}

const client = { client_id: appId, client_secret: appSecret };

async function exchange(given: string, redirect = callback): Promise<Answer> {
  return graph('/oauth/access_token', { ...client, code: given, redirect_uri: redirect });
}

async function extend(token: string): Promise<Answer> {
  const grant = { grant_type: 'fb_exchange_token', fb_exchange_token: token };
  return graph('/oauth/access_token', { ...client, ...grant });
}

async function linked(body?: Json): Promise<string> {
  const short = textAt((await exchange(await code(body))).body, 'access_token');
  return textAt((await extend(short)).body, 'access_token');
}

async function readAll(path: string, access: string, parameters: Record<string, string>) {
  const rows: Json[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await callAs(path, access, { ...parameters, ...(after && { after }) });
    expect(page.status).toBe(200);
    rows.push(...listAt(page.body, 'data'));
    const paging = isJson(page.body['paging']) ? page.body['paging'] : {};
    if (paging['next'] === undefined) return rows;
    after = textAt(objectAt(paging, 'cursors'), 'after');
  }
}

const codeOf = ({ body }: Answer): unknown => objectAt(body, 'error')['code'];
const subcodeOf = ({ body }: Answer): unknown => objectAt(body, 'error')['error_subcode'];

describe('login and tokens', () => {
  it('exchanges a code once, for its own redirect URI, and extends the token to sixty days', async () => {
    const once = await code();
    const other = await exchange(once, `${callback}/`);
    expect([other.status, codeOf(other)]).toEqual([400, 100]);
    const first = await exchange(once);
    expect(first).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', expires_in: 5400 },
    });
    expect(codeOf(await exchange(once))).toBe(100);
    const long = await extend(textAt(first.body, 'access_token'));
    expect(long.body['expires_in']).toBe(5_183_944);
    expect(codeOf(await graph('/oauth/access_token', { ...client, client_id: '1' }))).toBe(101);
    const wrong = { ...client, client_secret: 'x', code: 'y', redirect_uri: callback };
    expect(codeOf(await graph('/oauth/access_token', wrong))).toBe(1);
  });

  it('debug_token reports the scopes and the expiry of a token', async () => {
    const access = await linked();
    const app = `${appId}|${appSecret}`;
    const { body } = await graph('/debug_token', {
      input_token: access,
      access_token: app,
      appsecret_proof: proofOf(app),
    });
    const now = Date.parse(clock) / 1000;
    expect(objectAt(body, 'data')).toMatchObject({
      app_id: appId,
      is_valid: true,
      expires_at: now + 5_183_944,
      data_access_expires_at: now + 90 * 86_400,
      granular_scopes: expect.arrayContaining([{ scope: 'ads_read', target_ids: [account] }]),
    });
  });

  it('requires a proof for every token and accepts a timed proof for five minutes', async () => {
    const access = await linked();
    expect(codeOf(await graph('/me', { access_token: access }))).toBe(100);
    const forged = await graph('/me', { access_token: access, appsecret_proof: proofOf('other') });
    expect([forged.status, codeOf(forged)]).toEqual([400, 100]);
    const time = String(Date.parse(clock) / 1000 - 200);
    const timed = { appsecret_time: time, appsecret_proof: proofOf(`${access}|${time}`) };
    const good = await graph('/me', { access_token: access, fields: 'id,name', ...timed });
    expect(good.body['name']).toBe('Nguyễn Thị Hoa Mai');
    await sandbox.control('clock', 'PUT', { advanceSeconds: 200 });
    expect(codeOf(await graph('/me', { access_token: access, ...timed }))).toBe(100);
  });

  it('expires tokens, and revokes all tokens of a user who removes the permissions', async () => {
    const access = await linked();
    const second = await linked();
    await sandbox.control('clock', 'PUT', { advanceSeconds: 61 * 86_400 });
    const ended = await callAs('/me', access);
    expect([ended.status, codeOf(ended), subcodeOf(ended)]).toEqual([401, 190, 463]);
    expect(codeOf(await extend(access))).toBe(190);
    await sandbox.control('clock', 'PUT', { now: clock });
    const removed = await graph(
      '/me/permissions',
      { access_token: second, appsecret_proof: proofOf(second) },
      'DELETE',
    );
    expect(removed.body).toEqual({ success: true });
    expect(subcodeOf(await callAs('/me', access))).toBe(458);
  });

  it('asks which user signs in and offers the accounts of that user only', async () => {
    const query = { client_id: appId, redirect_uri: callback, state: 's', scope: 'ads_read' };
    const address = `${sandbox.running.facebookUrl}/v26.0/dialog/oauth`;
    const open = async (more: Record<string, string> = {}) =>
      (await fetch(`${address}?${new URLSearchParams({ ...query, ...more }).toString()}`)).text();
    const accountsIn = (html: string) =>
      [...html.matchAll(/<input type="checkbox" name="account" checked [^>]*value="(\d+)"/g)].map(
        ([, id]) => id,
      );
    const first = await open();
    const users = [...first.matchAll(/name="user" required [^>]*value="(\d+)"/g)];
    expect(users).toHaveLength(3);
    expect(accountsIn(first)).toEqual([]);
    const seen: (string | undefined)[] = [];
    for (const [, user = ''] of users) {
      const html = await open({ user });
      const accounts = accountsIn(html);
      const access = await linkedBy(user, accounts);
      const listed = listAt((await callAs('/me/adaccounts', access)).body, 'data');
      expect(listed.map((row) => textAt(row, 'account_id')).toSorted()).toEqual(
        accounts.toSorted(),
      );
      // No account of anybody else is in the page.
      for (const id of seen) expect(html).not.toContain(String(id));
      seen.push(...accounts);
    }
    expect(new Set(seen).size).toBe(5);

    /** Submits the form as the page sends it. */
    async function linkedBy(user: string, accounts: readonly (string | undefined)[]) {
      const form = new URLSearchParams({ ...query, user, decision: 'agree', granted: 'ads_read' });
      for (const id of accounts) form.append('account', String(id));
      const agreed = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
      const back = new URL(agreed.headers.get('location') ?? '');
      return textAt((await exchange(back.searchParams.get('code') ?? '')).body, 'access_token');
    }
  });

  it('shows the dialog and redirects with what the user chose', async () => {
    const query = {
      client_id: appId,
      redirect_uri: callback,
      state: 's',
      scope: 'ads_read,email',
    };
    const address = `${sandbox.running.facebookUrl}/v26.0/dialog/oauth?${new URLSearchParams(query).toString()}`;
    const hidden = new URLSearchParams({ ...query, user: '10224000000000001' });
    const send = (decision: string, more: Record<string, string> = {}) => {
      const form = new URLSearchParams(hidden);
      for (const [name, value] of Object.entries({ decision, ...more })) form.set(name, value);
      return fetch(address, { method: 'POST', body: form, redirect: 'manual' });
    };
    const refused = new URL((await send('refuse')).headers.get('location') ?? '');
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 's',
    });
    const agreed = await send('agree', { account, granted: 'email' });
    const back = new URL(agreed.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('s');
    const short = (await exchange(back.searchParams.get('code') ?? '')).body;
    const access = textAt(short, 'access_token');
    const permissions = listAt((await callAs('/me/permissions', access)).body, 'data');
    expect(permissions).toContainEqual({ permission: 'ads_read', status: 'declined' });
    const denied = await callAs('/me/adaccounts', access);
    expect([denied.status, codeOf(denied)]).toEqual([403, 200]);
  });
});

describe('accounts and objects', () => {
  it('lists the accounts of the user with the requested fields, and no others', async () => {
    const access = await linked({ account: 'hoamai@nguoiban.test' });
    const fields = 'account_id,name,currency,timezone_name,account_status,amount_spent';
    const rows = listAt((await callAs('/me/adaccounts', access, { fields })).body, 'data');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      id: `act_${account}`,
      currency: 'VND',
      timezone_name: 'Asia/Ho_Chi_Minh',
      account_status: 1,
      amount_spent: expect.stringMatching(/^\d{6,}$/),
    });
    expect(codeOf(await callAs('/act_884410200283117', access))).toBe(200);
    expect(codeOf(await callAs(`/act_${account}`, access, { fields: 'nothing' }))).toBe(100);
  });

  it('pages through ads by cursor and includes archived ads on request', async () => {
    const access = await linked();
    const path = `/act_${account}/ads`;
    const plain = await readAll(path, access, { fields: 'name,campaign_id', limit: '7' });
    expect(new Set(plain.map((row) => row['id'])).size).toBe(plain.length);
    const wide = { effective_status: '["ACTIVE","PAUSED","CAMPAIGN_PAUSED","ARCHIVED"]' };
    const all = await readAll(path, access, { fields: 'name', limit: '100', ...wide });
    expect(all.length).toBeGreaterThan(plain.length);
    expect(codeOf(await callAs(path, access, { after: 'bogus' }))).toBe(100);
    const campaigns = await readAll(`/act_${account}/campaigns`, access, { fields: 'name' });
    expect(campaigns.some((row) => String(row['name']).includes('Thử nghiệm cũ'))).toBe(false);
  });
});

describe('insights', () => {
  const range = JSON.stringify({ since: '2026-02-20', until: '2026-03-16' });
  const daily = { level: 'ad', time_increment: '1', time_range: range, fields: dayFields };

  it('sends every value as a string; days add up to the ledger, without zero rows', async () => {
    const access = await linked();
    const rows = await readAll(`/act_${account}/insights`, access, { ...daily, limit: '200' });
    const days = new Map<string, { spend: bigint; purchases: number; value: bigint }>();
    for (const row of rows) {
      const date = textAt(row, 'date_start');
      expect(row['date_stop']).toBe(date);
      const sums = days.get(date) ?? { spend: 0n, purchases: 0, value: 0n };
      sums.spend += BigInt(textAt(row, 'spend'));
      const only = (name: string): string => {
        if (row[name] === undefined) return '0';
        const found = listAt(row, name).find((each) => each['action_type'] === 'omni_purchase');
        return found === undefined ? '0' : textAt(found, 'value');
      };
      sums.purchases += Number(only('actions'));
      sums.value += BigInt(only('action_values'));
      days.set(date, sums);
    }
    const ledger = await sandbox.control(
      `ledger?platform=FACEBOOK&shop=${account}&from=2026-02-20&to=2026-03-16`,
    );
    expect(
      [...days]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, { spend, purchases, value }]) => ({
          date,
          spend: String(spend),
          purchases,
          purchaseValue: String(value),
        })),
    ).toEqual(
      listAt(ledger, 'days').map(({ date, spend, purchases, purchaseValue }) => ({
        date,
        spend,
        purchases,
        purchaseValue,
      })),
    );
    expect(rows.every((row) => row['spend'] !== '0')).toBe(true);
    expect(rows.some((row) => String(row['campaign_name']).includes('11.11'))).toBe(false);
  });

  it('revises the purchases of a day for four weeks', async () => {
    const access = await linked();
    const day = JSON.stringify({ since: '2026-03-14', until: '2026-03-14' });
    const read = async () =>
      (
        await readAll(`/act_${account}/insights`, access, { time_range: day, fields: 'actions' })
      )[0];
    const young = await read();
    await sandbox.control('clock', 'PUT', { advanceSeconds: 29 * 86_400 });
    const finalDay = await read();
    expect(finalDay).not.toEqual(young);
    await sandbox.control('clock', 'PUT', { advanceSeconds: 86_400 * 5 });
    expect(await read()).toEqual(finalDay);
  });

  it('aggregates by campaign and month, and by attribution window', async () => {
    const access = await linked();
    const parameters = {
      level: 'campaign',
      time_increment: 'monthly',
      time_range: JSON.stringify({ since: '2025-12-15', until: '2026-03-10' }),
      fields: 'campaign_id,spend,actions',
      action_attribution_windows: '["1d_click","7d_click","7d_view"]',
    };
    const rows = await readAll(`/act_${account}/insights`, access, parameters);
    expect(new Set(rows.map((row) => row['date_start']))).toEqual(
      new Set(['2025-12-15', '2026-01-01', '2026-02-01', '2026-03-01']),
    );
    const bought = rows.flatMap((row) => (row['actions'] ? listAt(row, 'actions') : []));
    const sale = bought.find((each) => each['action_type'] === 'omni_purchase') ?? {};
    expect(Number(sale['1d_click'])).toBeLessThan(Number(sale['7d_click']));
    expect(sale).not.toHaveProperty('7d_view');
    const old = JSON.stringify({ since: '2020-01-01', until: '2020-01-02' });
    expect(
      codeOf(await callAs(`/act_${account}/insights`, access, { ...parameters, time_range: old })),
    ).toBe(100);
  });

  it('refuses too many days, prepares them as a report for 30 days, fails reports that are too large', async () => {
    const access = await linked();
    const path = `/act_${account}/insights`;
    const since = (day: string) => JSON.stringify({ since: day, until: '2026-03-10' });
    const half = { ...daily, time_range: since('2025-12-01') };
    const refused = await callAs(path, access, half);
    expect([refused.status, codeOf(refused)]).toEqual([500, 1]);
    const start = async (parameters: Record<string, string>) => {
      const secrets = { access_token: access, appsecret_proof: proofOf(access) };
      const { body } = await graph(path, { ...parameters, ...secrets }, 'POST');
      return textAt(body, 'report_run_id');
    };
    const stateOf = async (run: string) => {
      const { body } = await callAs(`/${run}`, access, { fields: 'async_status,error_code' });
      return [body['async_status'], body['error_code']];
    };
    // Reports take time of the machine's clock, which the test moves.
    vi.useFakeTimers({ toFake: ['Date'] });
    await sandbox.control('facebook', 'PUT', { reportMs: 200 });
    const run = await start(half);
    const begun = Date.now();
    for (const [ms, state] of [
      [0, 'Job Not Started'],
      [30, 'Job Started'],
      [60, 'Job Running'],
      [199, 'Job Running'],
    ] as const) {
      vi.setSystemTime(begun + ms);
      expect(await stateOf(run)).toEqual([state, undefined]);
      expect(codeOf(await callAs(`/${run}/insights`, access))).toBe(100);
    }
    vi.setSystemTime(begun + 200);
    expect(await stateOf(run)).toEqual(['Job Completed', undefined]);
    const rows = await readAll(`/${run}/insights`, access, { limit: '500' });
    expect(rows.length).toBeGreaterThan(500);
    await sandbox.control('clock', 'PUT', { advanceSeconds: 31 * 86_400 });
    const later = await linked();
    for (const gone of [`/${run}`, `/${run}/insights`]) {
      expect(codeOf(await callAs(gone, later))).toBe(100);
    }
    await sandbox.control('clock', 'PUT', { now: clock });
    const large = await start({ ...daily, time_range: since('2025-01-01') });
    vi.setSystemTime(begun + 400);
    expect(await stateOf(large)).toEqual(['Job Failed', -3]);
  });

  it('counts calls in the usage headers and throttles above the limit', async () => {
    const access = await linked();
    const path = `/act_${account}/insights`;
    const usage = ({ headers }: Answer): unknown =>
      JSON.parse(headers.get('x-business-use-case-usage') ?? '');
    const beforeLimit = await callAs(path, access);
    expect(usage(beforeLimit)).toMatchObject({ [account]: [{ type: 'ads_insights' }] });
    await sandbox.control('faults', 'PUT', {
      faults: [{ platform: 'FACEBOOK', kind: 'throttle', count: 1, seconds: 90 }],
    });
    const throttled = await callAs(path, access);
    expect([throttled.status, codeOf(throttled)]).toEqual([400, 80_000]);
    expect(usage(throttled)).toMatchObject({
      [account]: [{ call_count: 100, estimated_time_to_regain_access: 2 }],
    });
  });
});
