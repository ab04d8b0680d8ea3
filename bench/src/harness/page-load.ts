import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { browserLaunchOptions, quietBrowserFlags } from '../../../scripts/setup/browser.mjs';
import type { BenchmarkContext } from './benchmark.ts';

declare global {
  interface Window {
    observedTimings: { lcp: number; blocked: number; shift: number };
  }
}

/** The cost of a page load on a phone's processor and network. */
export interface PageLoad {
  /**
   * Largest contentful paint.
   * @see https://web.dev/articles/lcp
   */
  lcpMs: number;
  /** Transferred size of all JavaScript. */
  scriptBytes: number;
  /**
   * Time that tasks longer than 50 ms block the main thread, beyond 50 ms each.
   * @see https://web.dev/articles/tbt
   */
  blockedMs: number;
  /**
   * Sum of the layout shifts, none of which the user has caused.
   * @see https://web.dev/articles/cls
   */
  layoutShift: number;
}

/** What the browser reports about a shift; the type of the DOM library lacks it. */
interface LayoutShift extends PerformanceEntry {
  readonly value?: number;
}

/**
 * Lighthouse's slow 4G: 562 ms latency, 1.44 Mbit/s down, 0.675 Mbit/s up.
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
 */
const slow4g = {
  offline: false,
  latency: 562,
  downloadThroughput: (1.44 * 1024 * 1024) / 8,
  uploadThroughput: (0.675 * 1024 * 1024) / 8,
};
/** Factor by which the processor is slower, as in Lighthouse. */
const cpuSlowdown = 4;
/** Time for paints and tasks after the main content. */
const paintWaitMs = 1500;

/** Runs `work` with a browser of its own. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Keeps the positions of code when it is compiled. By default V8 parses a script again when an inspected page creates an
 * error in it. React creates one while it loads, which costs 80 ms at this slowdown, but only with an inspector.
 */
const eagerPositions = '--js-flags=--no-enable-lazy-source-positions';

/** Launches the installed browser, or the one of Playwright. `args` are further flags. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch(browserLaunchOptions([...quietBrowserFlags, eagerPositions, ...args]));
}

/** Creates a phone-sized context with an empty cache. */
export function newPhoneContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'vi-VN',
  });
}

/**
 * Loads a page once and measures it. Network and processor are throttled unless `isShort` is set.
 * @param context a new one for a first visit, a used one for a visit with a warm cache
 * @param readySelector matches once the page shows its main content
 */
export async function loadPage(
  context: BrowserContext,
  address: string,
  readySelector: string,
  { isShort }: Pick<BenchmarkContext, 'isShort'>,
): Promise<PageLoad> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (!isShort) {
    await devtools.send('Network.emulateNetworkConditions', slow4g);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  }
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devtools.on('Network.responseReceived', (event) => {
    if (event.type === 'Script') scripts.add(event.requestId);
  });
  devtools.on('Network.loadingFinished', (event) => {
    if (scripts.has(event.requestId)) scriptBytes += event.encodedDataLength;
  });
  await page.addInitScript(() => {
    const timings = { lcp: 0, blocked: 0, shift: 0 };
    window.observedTimings = timings;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) timings.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) timings.blocked += Math.max(0, entry.duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => {
      const entries: LayoutShift[] = list.getEntries();
      for (const { value = 0 } of entries) timings.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.locator(readySelector).first().waitFor({ timeout: 60_000 });
  // A page that shows live progress keeps a stream open, so `networkidle` never occurs.
  await page.waitForTimeout(isShort ? 0 : paintWaitMs);
  const { lcp, blocked, shift } = await page.evaluate(() => window.observedTimings);
  await page.close();
  return { lcpMs: lcp, scriptBytes, blockedMs: blocked, layoutShift: shift };
}
