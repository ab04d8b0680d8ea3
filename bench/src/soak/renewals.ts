import { startProduct } from '../../../e2e/src/product.ts';
import { renewInAllTabs } from '../../../e2e/src/renew-in-all-tabs.ts';
import { signIn } from '../../../e2e/src/seller.ts';
import { launchBrowser } from '../harness/page-load.ts';

/**
 * Simulates half a working day in minutes: three tabs of one account renew at the same moment. The provider rotates the
 * refresh token at each use, and a second use ends the login. Each round must make exactly one exchange, and all tabs
 * must get its token.
 * @returns the problems
 */
export async function soakRenewals(rounds: number): Promise<string[]> {
  const product = await startProduct({ env: { SESSION_MODE: 'browser' } });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ locale: 'vi-VN' });
    await context.clock.install();
    const page = await context.newPage();
    await signIn(page, product, 'seller@demo.test', '/settings');
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    const { problem, posted } = await renewInAllTabs(context, page, product, rounds, say);
    const elsewhere = posted.filter((path) => path !== '/oauth/token');
    return [
      ...(problem === null ? [] : [problem]),
      ...elsewhere.map((path) => `a renewal went to ${path}`),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}
