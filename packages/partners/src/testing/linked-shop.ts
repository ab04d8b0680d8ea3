import { afterAll, afterEach } from 'vitest';
import type { MarketplaceConnector } from '../connector/connector.ts';
import type { ShopAccess } from '../connector/shop-access.ts';
import { startSandbox, type Sandbox } from './sandbox.ts';

/** The time at which the sandbox's clock stands still. */
export const sandboxNow = '2026-11-12T05:00:00Z';

export interface LinkedShop {
  sandbox: Sandbox;
  connector: MarketplaceConnector;
  grant: Awaited<ReturnType<MarketplaceConnector['exchangeCode']>>;
  access: ShopAccess;
}

/**
 * Links a shop of a new sandbox, which stops after the tests of the file. Faults end with the test that injects them.
 * @param connect creates the connector of the sandbox's application
 * @param extras parameters of the redirect besides the code
 */
export async function linkShop(
  platform: 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK',
  shopId: string,
  connect: (sandbox: Sandbox) => MarketplaceConnector,
  extras?: Record<string, string>,
): Promise<LinkedShop> {
  const sandbox = await startSandbox({ SANDBOX_CLOCK: sandboxNow });
  afterEach(() => sandbox.control('DELETE', '/_sandbox/faults'));
  afterAll(() => sandbox.stop());
  await sandbox.control('PUT', '/_sandbox/clock', { frozen: true });
  const connector = connect(sandbox);
  const grant = await connector.exchangeCode(await sandbox.authorize(shopId, platform), extras);
  const [shop] = grant.shops;
  if (!shop) throw new Error('The sandbox granted nothing');
  const { accessToken } = grant;
  const access = { ...shop, accessToken, buyerHashKey: Buffer.from('key') };
  return { sandbox, connector, grant, access };
}
