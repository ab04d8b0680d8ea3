import { expect, it, vi } from 'vitest';
import { sendRequest } from './call-partner.ts';

function receiveWith(fetch: () => Promise<Response>) {
  const request = { fetch, url: 'https://partner.test/orders', endpoint: '/orders', init: {} };
  return sendRequest(request, 1000, undefined);
}
const receive = (body: Uint8Array) =>
  receiveWith(() => Promise.resolve(new Response(Uint8Array.from(body))));

it('returns the raw bytes of a response, without a byte order mark', async () => {
  const rawBytes = Buffer.from('{"tên":"Nón lá"}');
  expect((await receive(rawBytes)).body).toEqual(rawBytes);
  expect((await receive(Buffer.concat([Buffer.from('\uFEFF'), rawBytes]))).body).toEqual(rawBytes);
  expect((await receive(Buffer.alloc(0))).body).toHaveLength(0);
});

it('refuses a response that is not UTF-8', async () => {
  await expect(receive(Uint8Array.from([0x7b, 0xff, 0x7d]))).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'not_utf8',
  });
});

it.each([
  ['7', 7000],
  [' 0 ', 0],
  ['1234567', null],
  ['-1', null],
  ['soon', null],
  ['', null],
  ['Thu, 12 Nov 2026 05:00:09 GMT', 9000],
  ['Thu, 12 Nov 2026 04:00:00 GMT', 0],
  ['2026-11-12T05:00:09Z', null],
])('parses the retry-after “%s” as %s ms', async (wait, retryAfterMs) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-12T05:00:00Z'), toFake: ['Date'] });
  try {
    const answer = new Response('', { headers: { 'retry-after': wait } });
    expect(await receiveWith(() => Promise.resolve(answer))).toMatchObject({ retryAfterMs });
  } finally {
    vi.useRealTimers();
  }
});

const failed = (cause?: unknown) => new TypeError('fetch failed', { cause });
it.each([
  [
    failed(
      Object.assign(new Error('reset by https://partner.test/?token=1'), { code: 'ECONNRESET' }),
    ),
    'econnreset',
  ],
  [failed(Object.assign(new Error(''), { code: 7 })), 'network'],
  [failed(new Error('')), 'network'],
  [failed({ code: 'ECONNRESET' }), 'network'],
  [failed(), 'network'],
  [new Error('odd'), 'network'],
])('reports the failure %o without its text', async (failure, code) => {
  const error = await receiveWith(() => Promise.reject(failure)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'unavailable', code });
  expect(error).not.toHaveProperty('cause');
  expect(String(error)).not.toContain('token');
});
