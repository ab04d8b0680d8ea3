import { afterEach, expect, it, vi } from 'vitest';
import { thisBrowser } from './pushBrowser.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('fails after a timeout if the browser refuses the service worker', async () => {
  vi.useFakeTimers();
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(new Promise(() => undefined));
  const outcome = thisBrowser.subscribe('key').catch((error: unknown) => String(error));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await outcome).toContain('service worker');
});
