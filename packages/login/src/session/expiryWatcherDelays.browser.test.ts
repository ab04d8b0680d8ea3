import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

let clockOffsetMs = 0;
const environment = { now: () => Date.now() + clockOffsetMs };
const provider = await createHostileProvider(environment.now);
const page = createPage(provider);

beforeEach(clearBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  page.close();
  page.address = `${location.origin}/`;
  clockOffsetMs = 0;
});

test('spec 9: expiring is followed by the renewal after exactly 2500 ms', async () => {
  await page.signIn({ environment });
  // 299 of 600 seconds remain: the first poll emits `expiring`.
  clockOffsetMs = 301_000;
  const login = page.reload({ environment });
  const onExpiring = vi.fn();
  login.on('expiring', onExpiring);
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  await login.start();
  expect(onExpiring).toHaveBeenCalledOnce();
  const delays = timeouts.mock.calls.map(([, milliseconds]) => milliseconds);
  expect(delays.filter((delay) => delay && delay >= 2_500 && delay <= 3_500)).toEqual([2_500]);
});

test('spec 9: the clock is polled every 5000 ms', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  await page.signIn();
  expect(intervals.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(5_000);
});
