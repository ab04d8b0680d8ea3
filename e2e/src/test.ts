import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Browser, type BrowserContext } from '@playwright/test';
import { selfSigned } from './layer/certificate.ts';
import type { Certificate } from './layer/web-server.ts';
import { startPreparedProduct } from './prepared-product.ts';
import { tinyWorldEnv, type Product } from './product.ts';
import { freezeClock } from './sandbox.ts';

/** Timeout for leaving a page before it is closed. */
const leaveTimeoutMs = 10_000;

interface WorkerFixtures {
  /**
   * The product that the journeys of a worker share. It has the shops of the demo with a few orders each, the shop of
   * recent orders, and a clock that stands still; each journey links shops of its own to an account of its own.
   */
  product: Product;
  /** The certificate of a push service that the product trusts. */
  pushCertificate: Certificate;
  /**
   * Its contexts leave their pages before they close. A context that closes during a navigation of a page or of a frame
   * may wait for that page forever.
   */
  browser: Browser;
}

/** Playwright's `test` with the fixtures of the journeys. */
export const test = base.extend<object, WorkerFixtures>({
  product: [
    async ({ pushCertificate }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sc-push-'));
      const certificates = join(folder, 'push-service.pem');
      await writeFile(certificates, pushCertificate.cert);
      const env = { ...tinyWorldEnv, NODE_EXTRA_CA_CERTS: certificates };
      const product = await startPreparedProduct({ env });
      await freezeClock(product);
      await use(product);
      await product.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  pushCertificate: [selfSigned('localhost'), { scope: 'worker' }],
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        const close = context.close.bind(context);
        context.close = async (reason) => {
          await leavePages(context);
          await close(reason);
        };
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
});

async function leavePages(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map((page) =>
      // A page that blocks leaving or is already closed does not prevent closing.
      page.goto('about:blank', { timeout: leaveTimeoutMs }).catch(() => undefined),
    ),
  );
}
