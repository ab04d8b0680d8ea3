import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../src/testing/sandbox.ts';
import { pushProblems, requestProblems, responseProblems } from './conformance.ts';
import { recordExchanges } from './recording.ts';
import { loadDocument } from './reference-document.ts';

const document = loadDocument('zalo');
const phone = '84901234567';
const otherData = { title: 'x', text: 'y', path: 'z', mute: 'm' };
const notification = { phone, template_id: '300002', template_data: otherData, tracking_id: 'n-1' };
const code = { phone, template_id: '300001', template_data: { otp: '123456' }, tracking_id: 'c-1' };

const sandbox = await startSandbox();
afterAll(() => sandbox.stop());
beforeEach(async () => {
  await sandbox.control('POST', '/_sandbox/reset');
});

const { fetch: call, exchanges } = recordExchanges();

/** Makes a call of the reference, and checks both directions against it. */
async function exchange(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await call(url, { method: 'POST', ...init });
  const [last] = exchanges.slice(-1);
  if (last === undefined) throw new Error('Nothing was recorded');
  expect(requestProblems(document, last)).toEqual([]);
  expect(responseProblems(document, last)).toEqual([]);
  const answer: unknown = await response.json();
  return Object.fromEntries(Object.entries(answer ?? {}));
}

async function refresh(refreshToken: string, secretKey = sandbox.zalo.secretKey) {
  const answer = await exchange(`${sandbox.zalo.oauthApi}/v4/oa/access_token`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', secret_key: secretKey },
    body: new URLSearchParams({
      refresh_token: refreshToken,
      app_id: sandbox.zalo.appId,
      grant_type: 'refresh_token',
    }),
  });
  return {
    ...answer,
    access: String(answer['access_token']),
    next: String(answer['refresh_token']),
  };
}

const send = (accessToken: string, message: object) =>
  exchange(`${sandbox.zalo.api}/message/template`, {
    headers: { 'content-type': 'application/json', access_token: accessToken },
    body: JSON.stringify(message),
  });

it('accepts a refresh token once, with the right application secret', async () => {
  expect(await refresh(sandbox.zalo.refreshToken, 'another')).toMatchObject({ error: -14020 });
  const first = await refresh(sandbox.zalo.refreshToken);
  expect(first).toMatchObject({ expires_in: '90000' });
  expect(await refresh(sandbox.zalo.refreshToken)).toMatchObject({ error: -14020 });
  const second = await refresh(first.next);
  expect(await send(first.access, code)).toMatchObject({ error: -124 });
  expect(await send(second.access, code)).toMatchObject({ error: 0 });
});

it('lists a template message in the ledger, and counts it against the quota', async () => {
  await sandbox.control('PUT', '/_sandbox/zalo', { dailyQuota: 1 });
  const { access } = await refresh(sandbox.zalo.refreshToken);
  const quota = { dailyQuota: '1', remainingQuota: '0' };
  expect(await send(access, notification)).toMatchObject({ error: 0, data: { quota } });
  expect(await send(access, notification)).toMatchObject({ error: -144 });
  expect(await sandbox.control('GET', '/_sandbox/zalo')).toMatchObject({
    remainingQuota: 0,
    sent: [{ phone, templateId: '300002', templateData: otherData, trackingId: 'n-1' }],
  });
});

it.each([
  [-108, { ...code, phone: '0901' }],
  [-109, { ...code, template_id: '1' }],
  [-111, { ...code, template_data: {} }],
  [-112, { ...notification, template_data: { title: 'x' } }],
  [-122, { ...code, tracking_id: 'x'.repeat(49) }],
])('refuses with %i what the reference forbids', async (error, message) => {
  const { access } = await refresh(sandbox.zalo.refreshToken);
  expect(await send(access, message)).toMatchObject({ error });
});

it('refuses configured numbers and hours with codes of the reference', async () => {
  const { access } = await refresh(sandbox.zalo.refreshToken);
  const documented = document.errors.map((each) => each.code);
  for (const error of [-114, -118, -119, -139, -141]) {
    await sandbox.control('PUT', '/_sandbox/zalo', { refusals: { [phone]: error } });
    expect(await send(access, notification)).toMatchObject({ error });
    expect(documented).toContain(String(error));
  }
  await sandbox.control('PUT', '/_sandbox/zalo', { refusals: {}, isNight: true });
  expect(await send(access, notification)).toMatchObject({ error: -133 });
  expect(await send(access, code)).toMatchObject({ error: 0 });
  await sandbox.control('POST', '/_sandbox/zalo/revoke_access_token');
  expect(await send(access, code)).toMatchObject({ error: -124 });
});

it('sends a documented, signed receipt for a delivered message', async () => {
  const { access } = await refresh(sandbox.zalo.refreshToken);
  await send(access, notification);
  await sandbox.control('PUT', '/_sandbox/zalo', { unreachable: [phone] });
  await send(access, notification);
  const Sent = Type.Object({ body: Type.String(), signature: Type.String() });
  const Ledger = Type.Object({
    sent: Type.Array(Type.Object({ receipt: Type.Union([Sent, Type.Null()]) })),
  });
  const { sent } = Value.Parse(Ledger, await sandbox.control('GET', '/_sandbox/zalo'));
  const [arrived, lost] = sent.map(({ receipt }) => receipt);
  expect(lost).toBeNull();
  if (!arrived) return expect.unreachable('The message has no receipt');
  const { body, signature } = arrived;
  const type = 'user_received_message';
  expect(pushProblems(document, { type, mediaType: 'application/json', body })).toEqual([]);
  const { timestamp } = Value.Parse(Type.Object({ timestamp: Type.String() }), JSON.parse(body));
  const { appId, oaSecretKey } = sandbox.zalo;
  expect(signature).toBe(`mac=${hash('sha256', `${appId}${body}${timestamp}${oaSecretKey}`)}`);
});
