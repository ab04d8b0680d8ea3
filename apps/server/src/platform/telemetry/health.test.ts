import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createApp } from '../http/http.ts';
import { createLog } from '../log.ts';
import { registerHealthRoutes } from './health.ts';

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

it('shows figures to callers on this machine, without a token', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect(await statusOf(null, {}, address)).toBe(200);
  }
  for (const address of ['203.0.113.1', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1']) {
    expect(await statusOf(null, {}, address)).toBe(401);
  }
  expect(await statusOf(null, { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
});

it('shows them to whoever brings the token, wherever they come from', async () => {
  const token = 'a-token-of-the-operator';
  const bearer = (given: string) => ({ authorization: `Bearer ${given}` });
  expect(await statusOf(token, bearer(token), '203.0.113.1')).toBe(200);
  expect(await statusOf(token, bearer('another-token-of-somebody'), '127.0.0.1')).toBe(401);
  expect(await statusOf(token, {}, '127.0.0.1')).toBe(401);
});
