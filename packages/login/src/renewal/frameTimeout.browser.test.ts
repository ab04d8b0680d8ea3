import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFramedProvider } from '../../test/framedProvider.ts';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

const provider = await createHostileProvider();
const framed = await createFramedProvider(provider);
const page = createPage(provider);

beforeEach(clearBrowser);
afterEach(async () => {
  vi.useRealTimers();
  page.close();
  await framed.close();
});

test('spec 8: a frame that never responds fails with Frame window timed out', async () => {
  framed.setMessages(() => []);
  provider.setForgery({ body: (body) => ({ ...body, refresh_token: undefined }) });
  const login = await page.signIn(framed.config);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let outcome: unknown = null;
  login.renew().catch((error: unknown) => (outcome = error));
  // 45 s for the frame, 1 s before the retry, and 45 s for its frame.
  await vi.waitFor(
    async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(outcome).toMatchObject({ code: 'frame_timeout', message: 'Frame window timed out' });
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(document.querySelectorAll('iframe')).toHaveLength(0);
  expect(login.isLoggedIn()).toBe(true);
});
