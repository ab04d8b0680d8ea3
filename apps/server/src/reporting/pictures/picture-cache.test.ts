import { expect, it } from 'vitest';
import { createPictureCache } from './picture-cache.ts';

const address = '203.0.113.1';

const png = (bytes = 10) =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/png' } });

function createHost(answer: (url: string) => Response | Promise<Response>) {
  const calls: { url: string; redirect: string | undefined }[] = [];
  const fetchUrl: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    calls.push({ url, redirect: init?.redirect });
    return answer(url);
  };
  return { calls, fetchUrl };
}

it('fetches a picture once for concurrent requests, and follows no redirect', async () => {
  const { calls, fetchUrl } = createHost(() => png());
  const read = createPictureCache({ fetch: fetchUrl });
  const all = await Promise.all(
    Array.from({ length: 20 }, () => read('https://a.example/1', address)),
  );
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toMatchObject({ type: 'image/png' });
  expect(await read('https://a.example/1', address)).toBe(all[0]);
  expect(calls).toEqual([{ url: 'https://a.example/1', redirect: 'error' }]);
});

it.each([
  ['an HTML page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
  ['an SVG image', () => new Response('', { headers: { 'content-type': 'image/svg+xml' } })],
  ['more than two megabytes', () => png(2_000_001)],
  ['an error', () => new Response(null, { status: 500 })],
  ['no response', () => Promise.reject(new TypeError('fetch failed'))],
])('returns no picture for %s, tries twice, and again after a minute', async (_, answer) => {
  let time = 0;
  const { calls, fetchUrl } = createHost(answer);
  const read = createPictureCache({ fetch: fetchUrl, now: () => time });
  expect(await read('https://a.example/1', address)).toBeNull();
  expect(await read('https://a.example/1', address)).toBeNull();
  expect(calls).toHaveLength(2);
  time = 60_000;
  expect(await read('https://a.example/1', address)).toBeNull();
  expect(calls).toHaveLength(4);
});

it('evicts the least recently used pictures beyond its size', async () => {
  const { calls, fetchUrl } = createHost(() => png(40));
  const read = createPictureCache({ fetch: fetchUrl, maxTotalBytes: 100 });
  for (const name of ['1', '2', '1', '3', '1']) await read(`https://a.example/${name}`, address);
  expect(calls.map(({ url }) => url.at(-1))).toEqual(['1', '2', '3']);
  await read('https://a.example/2', address);
  expect(calls).toHaveLength(4);
});

it('serves other IP addresses while all pictures for one of them hang', async () => {
  const { fetchUrl } = createHost((url) =>
    url.includes('//slow.') ? Promise.withResolvers<Response>().promise : png(),
  );
  const read = createPictureCache({ fetch: fetchUrl });
  const refused = Promise.withResolvers<unknown>();
  for (let n = 0; n < 300; n += 1)
    read(`https://slow.example/${n}`, address).catch(refused.resolve);
  expect(await refused.promise).toMatchObject({ status: 429 });
  expect(await read('https://a.example/1', '203.0.113.2')).toMatchObject({ type: 'image/png' });
});
