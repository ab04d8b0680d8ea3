import { ZaloState } from '@seller-connect/contract';
import { startSandbox } from '@seller-connect/partners/testing';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring, createVault, type Vault } from '../../platform/vault/vault.ts';
import {
  createNotificationFixture,
  firstSyncDone,
  log,
  needsReauthorization,
  type TeamClient,
} from '../testing/notification-fixture.ts';
import { notificationKinds } from '../messages/kinds.ts';
import { parsePhoneRef } from './phone-ref.ts';
import { recordAcceptance } from './phone-store.ts';
import { createZaloClient } from './zalo-client.ts';
import { openZaloAccess, rewrapZaloTokens } from './zalo-tokens.ts';

const sandbox = await startSandbox();
const templates = { code: '300001', shop_needs_you: '300002' };
const desk = await createNotificationFixture(undefined, { ...sandbox.zalo, templates });
afterAll(() => sandbox.stop());
beforeEach(async () => {
  desk.anotherTeam();
  clients.clear();
  await desk.resetZalo();
  await sandbox.control('POST', '/_sandbox/reset');
});

/** One per account and team. */
const clients = new Map<string, Promise<TeamClient>>();
function as(accountId: string): Promise<TeamClient> {
  const client = clients.get(accountId) ?? desk.as(accountId, 'vi');
  clients.set(accountId, client);
  return client;
}

const RetryDetails = Type.Object({ retryAfterSeconds: Type.Integer() });

const number = '0901 234 567';
const digits = '84901234567';

const Receipt = Type.Object({ body: Type.String(), signature: Type.String() });
const Ledger = Type.Object({
  refreshes: Type.Integer(),
  sent: Type.Array(
    Type.Object({
      phone: Type.String(),
      templateId: Type.String(),
      trackingId: Type.String(),
      sentAt: Type.Integer(),
      templateData: Type.Record(Type.String(), Type.String()),
      receipt: Type.Union([Receipt, Type.Null()]),
    }),
  ),
});
const ledger = async () => Value.Parse(Ledger, await sandbox.control('GET', '/_sandbox/zalo'));
const refuse = (refusals: Record<string, number>) =>
  sandbox.control('PUT', '/_sandbox/zalo', { refusals });

const askForCode = async (phoneNumber = number) =>
  (await as('owner')).call('POST', '/user/zalo_phone', { phoneNumber });
const enter = async (code: string) =>
  (await as('owner')).call('POST', '/user/zalo_phone/confirm', { code });
async function sentCode() {
  const { sent } = await ledger();
  return sent.findLast(({ templateId }) => templateId === '300001')?.templateData['otp'] ?? '';
}
async function confirmNumber() {
  expect((await askForCode()).status).toBe(200);
  expect((await enter(await sentCode())).status).toBe(200);
}
const phone = async () =>
  (await (await as('owner')).call('GET', '/user/notification_settings')).body['zalo'];
const notifications = async () =>
  (await ledger()).sent.filter(({ templateId }) => templateId === '300002');

async function sayAndSend(key = 'once') {
  await desk.notify(needsReauthorization(key));
  await desk.sendToDevices();
}

describe('a phone number', () => {
  it('is confirmed by the code sent by Zalo, and notified only after that', async () => {
    expect(await phone()).toEqual({ phone: null });
    expect((await askForCode()).body).toMatchObject({
      phone: { number, isConfirmed: false, isOff: false, problem: null },
    });
    expect((await ledger()).sent).toMatchObject([{ phone: digits, templateId: '300001' }]);
    await sayAndSend('before');
    expect(await notifications()).toEqual([]);
    expect((await enter(await sentCode())).body).toMatchObject({ phone: { isConfirmed: true } });
    await sayAndSend('after');
    expect(await notifications()).toHaveLength(1);
  });

  it('cannot be confirmed by guessing: five attempts a code, and each code once', async () => {
    await askForCode();
    const code = await sentCode();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let each = 0; each < 5; each += 1) {
      expect(await enter(wrong)).toMatchObject({ status: 422, body: { error: 'code_wrong' } });
    }
    expect((await enter(code)).status).toBe(422);
    await askForCode();
    const next = await sentCode();
    expect((await enter(next)).status).toBe(200);
    expect((await enter(next)).status).toBe(422);
  });

  it('gets at most five codes a day, from any account', async () => {
    const other = '0901 234 568';
    for (let each = 0; each < 5; each += 1) expect((await askForCode(other)).status).toBe(200);
    const refused = await askForCode(other);
    expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    // The codes of a day are counted in UTC.
    const { retryAfterSeconds } = Value.Parse(RetryDetails, refused.body['details']);
    const untilNextDayMs = new Date().setUTCHours(24, 0, 0, 0) - Date.now();
    expect(retryAfterSeconds * 1000).toBeGreaterThanOrEqual(untilNextDayMs);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
    desk.anotherTeam();
    clients.clear();
    const asViewer = await (
      await as('viewer')
    ).call('POST', '/user/zalo_phone', {
      phoneNumber: other,
    });
    expect(asViewer.status).toBe(429);
  });

  it.each(['0901', '+4915112345678', 'abc'])(
    '%s is not a Vietnamese mobile number',
    async (text) => {
      expect(await askForCode(text)).toMatchObject({
        status: 422,
        body: { error: 'phone_invalid' },
      });
      expect((await ledger()).sent).toEqual([]);
    },
  );

  it('without Zalo is refused with an explanation, and the previous one stays', async () => {
    await confirmNumber();
    await refuse({ '84901234569': -118 });
    const refused = await askForCode('0901 234 569');
    expect(refused).toMatchObject({ status: 422, body: { error: 'zalo_unreachable' } });
    expect(String(refused.body['message'])).toContain('chưa dùng Zalo');
    expect(await phone()).toMatchObject({ phone: { number, isConfirmed: true } });
  });

  it('is deleted with its account, and on request', async () => {
    await confirmNumber();
    const removed = await (await as('owner')).call('DELETE', '/user/zalo_phone');
    expect(removed.body).toEqual({ phone: null });
    await confirmNumber();
    await (await as('owner')).notifications.deleteAccountData(desk.tenantId, 'owner');
    expect(await phone()).toEqual({ phone: null });
  });
});

describe('a notification by Zalo', () => {
  beforeEach(confirmNumber);

  it('has the text in the language of its recipient, a link to the remedy and an opt-out link', async () => {
    await sayAndSend();
    const [message] = await notifications();
    expect(message).toMatchObject({
      phone: digits,
      templateData: {
        title: 'Lazada đã ngắt quyền truy cập của gian hàng Hoa Mai',
        path: 'connect',
        mute: expect.stringMatching(/^notifications\/mute\/[\w-]{65}$/),
      },
    });
    const mutePath = `/${message?.templateData['mute']}`;
    const requested = await desk.browse('GET', mutePath);
    expect(requested).toMatchObject({ status: 200, text: 'Ngừng nhận tin Zalo?' });
    expect(await phone()).toMatchObject({ phone: { isOff: false } });
    expect(await desk.browse('POST', mutePath)).toMatchObject({ status: 200 });
    expect(await phone()).toMatchObject({ phone: { isOff: true } });
    expect((await desk.browse('POST', `${mutePath}x`)).status).toBe(404);
    await sayAndSend('again');
    expect(await notifications()).toHaveLength(1);
    const on = await (await as('owner')).call('PUT', '/user/zalo_phone', { isOff: false });
    expect(on.body).toMatchObject({ phone: { isOff: false } });
  });

  it('is offered for kinds with a template, and follows the settings', async () => {
    const { body } = await (await as('owner')).call('GET', '/user/notification_settings');
    expect(body['kinds']).toMatchObject(
      notificationKinds.map((kind) => ({ kind, zalo: kind === 'shop_needs_you' ? true : null })),
    );
    await desk.say(firstSyncDone);
    const off = { kind: 'shop_needs_you', inApp: true, mail: true, zalo: false };
    await (
      await as('owner')
    ).call('PUT', '/user/notification_settings', {
      kinds: [off],
      mutedShopIds: [],
    });
    await sayAndSend();
    expect(await notifications()).toEqual([]);
  });

  it.each([
    [-118, { problem: 'no_zalo', isOff: true }],
    [-119, { problem: 'refused', isOff: true }],
    [-141, { problem: 'refused', isOff: true }],
    [-114, { problem: 'refused', isOff: false }],
    [-144, { problem: 'out_of_quota', isOff: false }],
  ])(
    'that Zalo refuses with %i shows why, and disables a number that cannot be reached',
    async (code, state) => {
      await refuse({ [digits]: code });
      await sayAndSend();
      expect(await phone()).toMatchObject({ phone: state });
      expect(await desk.hurryMessages()).toEqual([]);
      await refuse({});
      await sayAndSend('again');
      expect(await notifications()).toHaveLength(state.isOff ? 0 : 1);
      expect(await phone()).toMatchObject({ phone: state.isOff ? state : { problem: null } });
    },
  );

  it('waits until morning at night', async () => {
    await sandbox.control('PUT', '/_sandbox/zalo', { isNight: true });
    await sayAndSend();
    const [waiting] = await desk.hurryMessages();
    // It is 10:01 in Vietnam by the fixture's clock: the wait is bounded by a night.
    expect(waiting?.secondsLeft).toBeGreaterThan(7 * 3600);
    await sandbox.control('PUT', '/_sandbox/zalo', { isNight: false });
    await desk.sendToDevices();
    expect(await notifications()).toHaveLength(1);
  });

  it.each([
    ['http_5xx', 1],
    ['drop_connection', 1],
    // Zalo has accepted it, but not said so: rather twice than never, under one tracking id.
    ['broken_json', 2],
  ])('survives %s', async (kind, count) => {
    await sandbox.control('PUT', '/_sandbox/faults', {
      faults: [{ platform: 'ZALO', kind, path: '/message/template', count: 1 }],
    });
    await sayAndSend();
    expect(await desk.hurryMessages()).toMatchObject([{ channel: 'zalo', attempts: 1 }]);
    await desk.sendToDevices();
    expect(await desk.hurryMessages()).toEqual([]);
    const sent = await notifications();
    expect(sent).toHaveLength(count);
    expect(new Set(sent.map(({ trackingId }) => trackingId)).size).toBe(1);
  });

  it('refreshes the tokens when Zalo refuses them, and is sent once', async () => {
    await sandbox.control('POST', '/_sandbox/zalo/revoke_access_token');
    await sayAndSend();
    expect(await notifications()).toHaveLength(1);
    expect((await ledger()).refreshes).toBe(2);
  });
});

describe('delivery receipts', () => {
  const lose = (...unreachable: string[]) =>
    sandbox.control('PUT', '/_sandbox/zalo', { unreachable });
  /** What Zalo sends to the webhook, by message. */
  const receipts = async () => (await ledger()).sent.map(({ receipt }) => receipt);
  const receive = async (receipt: Static<typeof Receipt> | null | undefined) =>
    receipt
      ? (await desk.browse('POST', '/partner/push/zalo', receipt)).status
      : expect.unreachable('The message has no receipt');
  const problem = async () => Value.Parse(ZaloState, await phone()).phone?.problem;

  it('mark a number as undelivered when they are missing for a day, until one arrives', async () => {
    await confirmNumber();
    expect(await receive((await receipts()).at(-1))).toBe(200);
    await lose(digits);
    await sayAndSend('lost');
    expect(await problem()).toBeNull();
    await desk.passDayAtZalo();
    expect(await problem()).toBe('undelivered');
    await lose();
    await sayAndSend('later');
    expect(await problem()).toBe('undelivered');
    expect(await receive((await receipts()).at(-1))).toBe(200);
    expect(await problem()).toBeNull();
    await desk.passDayAtZalo();
    expect(await problem()).toBeNull();
  });

  it('that are repeated do not count for a later message', async () => {
    await confirmNumber();
    const [code] = await receipts();
    await receive(code);
    await lose(digits);
    await sayAndSend('lost');
    expect(await receive(code)).toBe(200);
    await desk.passDayAtZalo();
    expect(await problem()).toBe('undelivered');
  });

  it('may arrive before the response of Zalo', async () => {
    await confirmNumber();
    const [code] = (await ledger()).sent;
    const ref = parsePhoneRef(code?.trackingId ?? '');
    if (!code || !ref) return expect.unreachable('The code has no tracking id');
    await receive(code.receipt);
    await recordAcceptance(desk.database, ref, new Date(code.sentAt));
    await desk.passDayAtZalo();
    expect(await problem()).toBeNull();
  });

  it('must have arrived once before missing ones mark a number', async () => {
    await confirmNumber();
    await sayAndSend();
    await desk.passDayAtZalo();
    expect(await problem()).toBeNull();
  });

  it('that are forged or malformed are refused and change nothing', async () => {
    await confirmNumber();
    await lose(digits);
    await sayAndSend('lost');
    const [code] = await receipts();
    if (!code) return expect.unreachable('The code has no receipt');
    await receive(code);
    await desk.passDayAtZalo();
    const later = code.body.replaceAll(/\d{13}/g, String(Date.now() + 60_000));
    const forged = [
      { ...code, body: later },
      { body: later, signature: '' },
      { body: later, signature: code.signature.replace(/^mac=./, 'mac=') },
      { body: 'x', signature: code.signature },
      { body: '{}', signature: code.signature },
    ];
    for (const each of forged) expect(await receive(each)).toBe(401);
    expect(await problem()).toBe('undelivered');
  });
});

describe('the tokens of the Official Account', () => {
  const vaultOf = (...ids: string[]) =>
    createVault(createKeyring(ids.map((id) => ({ id, bytes: Buffer.alloc(32, id.length) }))));
  const { execute } = desk.database;
  const accessOf = (vault: Vault, seed = sandbox.zalo.refreshToken, database = { execute }) =>
    openZaloAccess({
      database: { ...desk.database, ...database },
      storeRetryMs: 1,
      vault,
      client: createZaloClient(sandbox.zalo),
      seed,
      log,
    });

  it('are refreshed once by concurrent processes, and stored before use', async () => {
    const processes = await Promise.all([1, 2, 3, 4].map(() => accessOf(vaultOf('a'))));
    const tokens = await Promise.all(processes.map((each) => each.accessToken()));
    expect(new Set(tokens).size).toBe(1);
    const [refused] = tokens;
    const next = await Promise.all(processes.map((each) => each.accessToken(refused)));
    expect(new Set(next).size).toBe(1);
    expect(next[0]).not.toBe(refused);
    expect((await ledger()).refreshes).toBe(2);
  });

  it('that Zalo refuses are not retried at once; newly configured ones are', async () => {
    const spent = await accessOf(vaultOf('a'), 'spent');
    await expect(spent.accessToken()).rejects.toThrow('-14020');
    await expect(spent.accessToken()).rejects.toThrow('The last refresh');
    const configured = await accessOf(vaultOf('a'));
    expect(await configured.accessToken()).toMatch(/^zalo-access-/);
  });

  it('of new settings are shared by processes that still run with the old ones', async () => {
    const old = await accessOf(vaultOf('a'), 'spent');
    const configured = await accessOf(vaultOf('a'));
    const token = await configured.accessToken();
    expect(await old.accessToken()).toBe(token);
    expect(await configured.accessToken(token)).not.toBe(token);
  });

  it('are stored after the database was away for a minute', async () => {
    let failures = 120;
    const executeOrFail: typeof execute = (statement, values) => {
      const isAway = statement.name === 'notifications.store_zalo_token' && failures-- > 0;
      return isAway ? Promise.reject(new Error('away')) : execute(statement, values);
    };
    const access = await accessOf(vaultOf('a'), undefined, { execute: executeOrFail });
    const token = await access.accessToken();
    expect(failures).toBeLessThan(0);
    expect(await (await accessOf(vaultOf('a'))).accessToken()).toBe(token);
  });

  it('are resealed with a newer vault key', async () => {
    const token = await (await accessOf(vaultOf('a'))).accessToken();
    expect(await rewrapZaloTokens(desk.database, vaultOf('bb', 'a'))).toBe(1);
    expect(await rewrapZaloTokens(desk.database, vaultOf('bb', 'a'))).toBe(0);
    expect(await (await accessOf(vaultOf('bb'))).accessToken()).toBe(token);
  });
});
