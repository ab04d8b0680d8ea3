import { startProduct } from '../../../e2e/src/product.ts';
import { renewInAllTabs } from '../../../e2e/src/renew-in-all-tabs.ts';
import { signIn } from '../../../e2e/src/seller.ts';
import { launchBrowser } from '../harness/page-load.ts';

/**
 * Half a working day in minutes: three tabs of one person renew at the same moment, with a refresh token that the
 * provider replaces at each use and whose second use ends the whole login. Each round must be one exchange, and all
 * tabs must hold its token.
 * @returns what is wrong
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
