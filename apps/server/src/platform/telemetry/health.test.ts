import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/testing/free-ports.ts';
import { createApp } from '../http/http.ts';
import { createLog } from '../log.ts';
import { registerHealthRoutes, startMetricsServer } from './health.ts';

async function statusOf(
  metricsToken: string | null,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
): Promise<number> {
  const app = createApp(createLog('silent'));
  registerHealthRoutes(app, { checks: [], sharedRegistry: new Registry(), metricsToken });
  const { statusCode } = await app.inject({ url: '/metrics', headers, remoteAddress });
  await app.close();
  return statusCode;
}

it('serves metrics to callers on this machine without a token', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await statusOf(null, {}, address)).toBe(200);
  }
  for (const address of ['203.0.113.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1']) {
    expect(await statusOf(null, {}, address)).toBe(401);
  }
  expect(await statusOf(null, { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
});

it('serves metrics to any caller with the token', async () => {
  const token = 'a-token-of-the-operator';
  const bearer = (given: string) => ({ authorization: `Bearer ${given}` });
  expect(await statusOf(token, bearer(token), '203.0.113.1')).toBe(200);
  expect(await statusOf(token, bearer('another-token-of-somebody'), '127.0.0.1')).toBe(401);
  expect(await statusOf(token, {}, '127.0.0.1')).toBe(401);
});

it.each([
  ['serves every caller', null, {}, 200],
  ['requires the token when one is set', 'a-token-of-the-operator', {}, 401],
  [
    'serves a caller with the token',
    'a-token-of-the-operator',
    { authorization: 'Bearer a-token-of-the-operator' },
    200,
  ],
])('on a separate port %s, and serves nothing else', async (_, metricsToken, headers, status) => {
  const port = await freePort();
  const close = await startMetricsServer({ host: '127.0.0.1', port }, createLog('silent'), {
    checks: [],
    metricsToken,
  });
  try {
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.1' };
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: forwarded });
    expect(answer.status).toBe(status);
    expect((await answer.text()).includes('http_request_duration_seconds')).toBe(status === 200);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(404);
  } finally {
    await close();
  }
});
