import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, type Http } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import type { ReportingTool } from '../platform/config/reporting-tools.ts';
import { createKeyring } from '../platform/vault/vault.ts';
import { createReferrals } from './index.ts';

const secret = 'a-secret-of-thirty-two-characters';
const abc: ReportingTool = {
  id: 'abc',
  name: 'Báo cáo ABC',
  url: 'https://abc.example/',
  returnAddresses: ['https://abc.example/back', 'https://abc.example/back?view=today'],
  secret,
};
const silent: ReportingTool = { ...abc, id: 'silent', secret: null };
const keys = createKeyring([{ id: 'k', bytes: randomBytes(32) }]);
const basic = (id: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`,
});

let now = new Date('2026-11-22T02:00:00.500Z');
let logged: string[] = [];
const open: Http[] = [];

afterEach(async () => {
  now = new Date('2026-11-22T02:00:00.500Z');
  logged = [];
  for (const http of open.splice(0)) await http.app.close();
});

async function serve(reportingTools: ReportingTool[] = [abc, silent]): Promise<Http> {
  const http = await createHttp({ log: createLog('silent'), authenticate: async () => null });
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const configuration = { appOrigin: 'https://app.example', reportingTools };
  const referrals = await createReferrals({
    configuration,
    keys,
    log: pino({}, stream),
    now: () => now,
  });
  referrals.routes(http);
  await http.app.ready();
  open.push(http);
  return http;
}

const make = (http: Http, payload: object = {}, headers: object = basic('abc', secret)) =>
  http.app.inject({ method: 'POST', url: '/referral', payload, headers: { ...headers } });
const check = (http: Http, reference: string, language = 'en') =>
  http.app.inject({
    url: `/referral/${encodeURIComponent(reference)}`,
    headers: { 'accept-language': language },
  });
const referenceOf = async (http: Http, payload: object = {}) =>
  (await make(http, payload)).json<{ reference: string }>().reference;

describe('a reporting tool', () => {
  it('creates a refer link with its name, return address and expiry', async () => {
    const http = await serve();
    const made = await make(http, {
      returnAddress: 'https://abc.example/back?view=today',
      expiresInSeconds: 600,
    });
    expect(made.statusCode).toBe(200);
    const { url, reference, expiresAt } = made.json<Record<string, string>>();
    expect(url).toBe(`https://app.example/?refer=${reference}`);
    expect(expiresAt).toBe('2026-11-22T02:10:00.000Z');
    const answer = await check(http, reference ?? '');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      tool: { id: 'abc', name: 'Báo cáo ABC' },
      returnAddress: 'https://abc.example/back?view=today',
      expiresAt: '2026-11-22T02:10:00.000Z',
    });
  });

  it('returns to its first listed address by default, for a day', async () => {
    const http = await serve();
    const answer = await check(http, await referenceOf(http));
    expect(answer.json()).toMatchObject({
      returnAddress: 'https://abc.example/back',
      expiresAt: '2026-11-23T02:00:00.000Z',
    });
  });

  it.each([
    'https://evil.example/',
    'https://abc.example/',
    'https://abc.example/back/',
    'https://abc.example/back#x',
    'https://abc.example/back?view=today&next=https://evil.example',
    'https://ABC.example/back',
  ])('cannot use the return address %s, which is not listed exactly', async (address) => {
    const http = await serve();
    const made = await make(http, { returnAddress: address });
    expect(made.statusCode).toBe(400);
    expect(made.json()).toMatchObject({ error: 'unlisted_return_address' });
  });

  it.each([
    ['a wrong secret', basic('abc', `${secret}x`)],
    ['an unknown id', basic('nobody', secret)],
    ['a tool without a secret', basic('silent', '')],
    ['no authorization', {}],
    ['another scheme', { authorization: `Bearer ${secret}` }],
  ])('is refused with %s, with the same response', async (_, headers) => {
    const http = await serve();
    const made = await make(http, {}, headers);
    expect(made.statusCode).toBe(401);
    expect(made.json()).toMatchObject({ error: 'tool_refused' });
    expect(logged.join('')).toContain('Reporting tool was refused');
    expect(logged.join('')).not.toContain(secret);
  });

  it('may guess ten secrets a minute', async () => {
    const http = await serve();
    const codes = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      codes.push((await make(http, {}, basic('abc', `guess-${attempt}`))).statusCode);
    }
    expect(codes).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await make(http)).statusCode, 'its own secret still opens').toBe(200);
  });
});

describe('spec 8: an invalid link', () => {
  it('spec 8: is answered alike whether unknown, expired, tampered or unlisted, but logged with its reason', async () => {
    const http = await serve();
    const reference = await referenceOf(http, { expiresInSeconds: 60 });
    const answers = [
      await check(http, 'nonsense'),
      await check(http, `${reference.slice(0, -2)}AA`),
    ];
    const later = now;
    now = new Date(now.getTime() + 61_000);
    answers.push(await check(http, reference));
    now = later;
    answers.push(await check(await serve([]), reference));
    const moved = { ...abc, returnAddresses: ['https://abc.example/elsewhere'] };
    answers.push(await check(await serve([moved]), reference));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      const { requestId, ...body } = answer.json<Record<string, unknown>>();
      expect(requestId).toBe(answer.headers['x-request-id']);
      expect(body).toEqual({ statusCode: 404, error: 'invalid_refer', message: 'Invalid refer' });
    }
    const reasons = logged.map((line) => /"reason":"(\w+)"/.exec(line)?.[1]);
    expect(reasons).toEqual([
      'malformed',
      'tampered',
      'expired',
      'unknown_tool',
      'unlisted_address',
    ]);
  });

  it('spec 8: is reported in Vietnamese by default', async () => {
    const answer = await check(await serve(), 'x', '');
    expect(answer.json()).toMatchObject({ message: 'Liên kết giới thiệu không hợp lệ' });
  });

  it('can be checked sixty times a minute from one IP address', async () => {
    const http = await serve();
    for (let attempt = 0; attempt < 60; attempt += 1) await check(http, 'x');
    const refused = await check(http, 'x');
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ error: 'rate_limited' });
  });
});
