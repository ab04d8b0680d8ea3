import type { BrowserContext, Page } from '@playwright/test';
import type { Product } from './product.ts';

const userStorageKey = 'login.user.seller-connect-web';
const maxWaitMs = 20_000;

/** What many renewals at the same moment have come to. */
export interface RenewalResult {
  /** Renewals that all tabs went through with one exchange. */
  readonly rounds: number;
  /** The addresses that were posted to, one for each exchange. */
  readonly posted: readonly string[];
  /** What went wrong, and ended the rounds; null when nothing did. */
  readonly problem: string | null;
}

/**
 * Opens two more tabs beside one that is signed in and lets all three renew by the clock at the same moment, again
 * and again. The context's clock has to be installed.
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

/** What is still wrong when patience ends; null as soon as nothing is. */
async function waitForNoProblem(findProblem: () => Promise<string | null>): Promise<string | null> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const problem = await findProblem();
    if (problem === null || Date.now() > deadline) return problem;
    await new Promise((done) => setTimeout(done, 50));
  }
}
