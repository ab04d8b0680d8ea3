import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../test/page.ts';

let shift = 0;
const environment = { now: () => Date.now() + shift };
const provider = await createHostileProvider(environment.now);
const page = createPage(provider);

beforeEach(clearBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  page.close();
  page.address = `${location.origin}/`;
  shift = 0;
});

test.each([
  ['2500 ms', 0, 2_500],
  ['up to a second more, so that tabs do not meet', 0.5, 3_000],
])('spec 9: the notice is followed by the renewal after %s', async (_, random, delay) => {
  await page.signIn({ environment });
  // 299 of 600 seconds are left: the notice is due as soon as the page looks at the clock.
  shift = 301_000;
  const login = page.reload({ environment });
  const noticed = vi.fn();
  login.on('expiring', noticed);
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  await login.start();
  expect(noticed).toHaveBeenCalledOnce();
  expect(timeouts.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(delay);
});

test('spec 9: the clock is looked at every 5000 ms', async () => {
  const every = vi.spyOn(globalThis, 'setInterval');
  await page.signIn();
  expect(every.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(5_000);
});
