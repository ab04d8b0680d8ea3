import { afterAll, expect, it, vi } from 'vitest';

const origin = 'https://app.test';
const listeners = new Map<string, (event: object) => void>();
vi.stubGlobal('self', {
  location: { origin },
  addEventListener: (type: string, listener: (event: object) => void) =>
    listeners.set(type, listener),
});
vi.stubGlobal('caches', { open: () => Promise.reject(new Error('Unexpected internal error')) });
vi.stubGlobal('fetch', () => Promise.resolve(new Response('from the network')));
await import('./worker.ts');
afterAll(() => vi.unstubAllGlobals());

it.each([
  ['Home', { url: `${origin}/`, mode: 'navigate', destination: 'document', cache: 'default' }],
  ['another page', { url: `${origin}/orders`, mode: 'navigate', destination: 'document' }],
  ['a file of the build', { url: `${origin}/assets/index-1.js`, mode: 'cors' }],
])('answers %s from the network if the browser cannot open the cache', async (_, request) => {
  const answers: Promise<Response>[] = [];
  const waits: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: { method: 'GET', ...request },
    respondWith: (answer: Promise<Response>) => answers.push(answer),
    waitUntil: (work: Promise<unknown>) => waits.push(work),
  });
  expect(await (await answers[0])?.text()).toBe('from the network');
  await Promise.all(waits);
});
