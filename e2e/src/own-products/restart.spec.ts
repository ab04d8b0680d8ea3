import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort, isFree } from '../../../scripts/testing/free-ports.ts';
import { copyPreparedData } from '../prepared-product.ts';
import { startExpectingFailure, startProduct, noShopsEnv, type Product } from '../product.ts';
import { expectMetrics, ledgerOfShownPeriod } from '../report.ts';
import { freezeClock, pickShop, addLatency } from '../sandbox.ts';
import { linkLazadaShop, signIn } from '../seller.ts';
import { test } from '../test.ts';

test.describe('the launcher', () => {
  let dataDir: string;
  let product: Product;

  test.beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-'));
  });

  test.afterEach(async () => {
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('killed during a backfill, it restarts, continues, and ends with the ledger’s metrics', async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000);
    await copyPreparedData(dataDir, noShopsEnv);
    product = await startProduct({ dataDir, env: noShopsEnv });
    await freezeClock(product);
    await addLatency(product, '/orders/get', 2000);
    const shop = await pickShop(product, (name) => name.startsWith('Mỹ Phẩm'));
    await signIn(page, product, 'seller@demo.test');
    await linkLazadaShop(page, product, shop.name);
    // The backfill has begun and is not complete.
    const orders = page.getByRole('progressbar', { name: 'Đơn hàng' });
    await expect
      .poll(async () => Number((await orders.getAttribute('aria-valuenow')) ?? 0), {
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    expect(page.url()).toContain('/connect/verified');
    // Kills only the launcher, whose programs must not outlive it.
    await product.stop('SIGKILL');

    product = await startProduct({ dataDir, env: noShopsEnv });
    // The restarted product uses other ports and hence another origin. The sandbox's latency is reset.
    await addLatency(product, '/orders/get', 0);
    const context = await browser.newContext({ locale: 'vi-VN', timezoneId: 'Asia/Ho_Chi_Minh' });
    const later = await context.newPage();
    await signIn(later, product, 'seller@demo.test', '/connect/verified');
    await expect(later.getByRole('link', { name: 'Tiếp tục' })).toBeVisible({ timeout: 120_000 });
    await later.goto(`${product.origin}/?period=90d`);
    await expectMetrics(later, await ledgerOfShownPeriod(later, product, [shop]));
    await context.close();

    expect(await product.stop('SIGTERM')).toBe(0);
    for (const origin of [product.origin, product.identityOrigin, product.sandboxOrigin]) {
      expect(await isFree(Number(new URL(origin).port)), origin).toBe(true);
    }
  });

  test('a port in use is one clear error and a failure', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
    const { code, output } = await startExpectingFailure({ PORT: String(port), DATA_DIR: dataDir });
    other.close();
    expect(code).toBeGreaterThan(0);
    const printed = sentences(output);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(`Port ${port}`);
    expect(printed[0]).toContain('PORT=');
  });

  test('an unreachable database is one clear error and a failure', async () => {
    const nobody = await freePort();
    const { code, output } = await startExpectingFailure({
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://somebody:a-secret@127.0.0.1:${nobody}/nothing`,
    });
    expect(code).toBeGreaterThan(0);
    const printed = sentences(output);
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain('DATABASE_URL');
    expect(output).not.toContain('a-secret');
  });
});

/** Returns the lines about the failure, without build output. */
function sentences(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('Building the web application'));
}
