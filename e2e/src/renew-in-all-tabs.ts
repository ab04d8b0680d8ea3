import type { BrowserContext, Page } from '@playwright/test';
import type { Product } from './product.ts';

const userStorageKey = 'login.user.seller-connect-web';
const maxWaitMs = 60_000;

/** Result of many simultaneous renewals. */
export interface RenewalResult {
  /** Rounds in which all tabs were renewed with a single exchange. */
  readonly rounds: number;
  /** The paths of the POST requests, one per exchange. */
  readonly posted: readonly string[];
  /** The problem that ended the rounds, or null. */
  readonly problem: string | null;
}

/**
 * Opens two more tabs next to a signed-in one and repeatedly lets all three renew at the same time. Requires the
 * context's clock to be installed.
 */
export async function renewInAllTabs(
  context: BrowserContext,
  page: Page,
  product: Product,
  rounds: number,
  log: (line: string) => void = () => undefined,
): Promise<RenewalResult> {
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${product.origin}/settings`);
    await tab.getByRole('heading', { level: 1 }).waitFor();
  }
  const exchangePaths: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /^\/oauth\/(token|refresh)$/.test(pathname)) {
      exchangePaths.push(pathname);
    }
  });
  const tokens = () => Promise.all(tabs.map(accessTokenIn));
  for (let round = 1; round <= rounds; round += 1) {
    const [before] = await tokens();
    await context.clock.fastForward('05:10');
    const problem = await waitForNoProblem(async () => {
      const now = await tokens();
      if (now.includes(null)) return 'a tab is signed out';
      if (now.includes(before ?? null)) return 'a tab has not renewed';
      return new Set(now).size === 1 ? null : 'the tabs hold different tokens';
    });
    const exchanges = exchangePaths.length === round ? null : `${exchangePaths.length} exchanges`;
    if (problem ?? exchanges) {
      return {
        rounds: round - 1,
        posted: exchangePaths,
        problem: `round ${round}: ${problem ?? exchanges}`,
      };
    }
    log(`round ${round} of ${rounds}: one exchange, one token in ${tabs.length} tabs`);
  }
  return { rounds, posted: exchangePaths, problem: null };
}

function accessTokenIn(tab: Page): Promise<string | null> {
  return tab.evaluate((key) => {
    const { accessToken }: { accessToken?: string } = JSON.parse(localStorage.getItem(key) ?? '{}');
    return accessToken ?? null;
  }, userStorageKey);
}

/** Waits until there is no problem and returns null, or returns the problem that remains after the timeout. */
async function waitForNoProblem(findProblem: () => Promise<string | null>): Promise<string | null> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const problem = await findProblem();
    if (problem === null || Date.now() > deadline) return problem;
    await new Promise((done) => setTimeout(done, 50));
  }
}
