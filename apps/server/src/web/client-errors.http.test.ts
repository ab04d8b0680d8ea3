import { Writable } from 'node:stream';
import type { ClientErrorReport } from '@seller-connect/contract';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { createHttp } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { registerHealthRoutes } from '../platform/telemetry/health.ts';
import { clientErrorRoutes } from './index.ts';

const report: ClientErrorReport = {
  kind: 'caught',
  name: 'TypeError',
  reactCode: null,
  route: '/orders/:shopId/:orderId',
  build: 'index-B3kq.js',
  frames: ['axisOf@index-B3kq.js:1:20451', '@chunk-a.js:1:7'],
  components: ['TrendPlot', 'TrendBlock'],
};

async function serve() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const http = await createHttp({ log: createLog('silent'), authenticate: async () => null });
  registerHealthRoutes(http.app, { checks: [] });
  clientErrorRoutes(http, { log: pino({}, stream) });
  await http.app.ready();
  onTestFinished(() => http.app.close());
  const post = (payload: object, remoteAddress = '203.0.113.7') =>
    http.app.inject({ method: 'POST', url: '/client-errors', payload, remoteAddress });
  const counted = async () => {
    const { body } = await http.app.inject({ url: '/metrics' });
    return Number(/client_errors_total\{kind="caught"\} (\d+)/.exec(body)?.[1] ?? 0);
  };
  return { post, counted, lines };
}

it('counts a report and logs it with a stable event, without the IP address', async () => {
  const { post, counted, lines } = await serve();
  const before = await counted();
  expect((await post(report)).statusCode).toBe(204);
  expect(await counted()).toBe(before + 1);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'web.client_error', ...report });
  expect(lines[0]).not.toContain('203.0.113.7');
});

it.each([
  ['a message', { ...report, message: 'lan@example.com is not a number' }],
  ['a sentence as a name', { ...report, name: 'lan@example.com' }],
  ['a URL with a token', { ...report, route: '/join?token=secret' }],
  ['a parameter in the path', { ...report, route: '/orders/7f3a/2211' }],
  ['a URL in a stack frame', { ...report, frames: ['f@https://app.test/x?code=1:1:1'] }],
  ['too many frames', { ...report, frames: Array(21).fill('f@x.js:1:1') }],
  ['an unknown kind', { ...report, kind: 'other' }],
  ['nothing', {}],
])('refuses %s', async (_, payload) => {
  const { post, counted, lines } = await serve();
  const before = await counted();
  expect((await post(payload)).statusCode).toBe(400);
  expect(await counted()).toBe(before);
  expect(lines).toEqual([]);
});

it('limits reports per IP address and in total', async () => {
  const { post, lines } = await serve();
  const statuses = [];
  for (let count = 0; count < 31; count++) statuses.push((await post(report)).statusCode);
  expect(statuses.indexOf(429)).toBe(30);
  expect((await post(report, '203.0.113.8')).statusCode).toBe(204);
  for (let count = 0; count < 300; count++) await post(report, `198.51.100.${count % 250}`);
  expect((await post(report, '192.0.2.1')).statusCode).toBe(429);
  expect(lines).toHaveLength(300);
});
