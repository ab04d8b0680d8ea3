import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/index.ts';
import type { Account, Identity } from '../identity/index.ts';
import type { Partners } from '../partners/index.ts';
import type { Pricing } from '../pricing/index.ts';
import type { Sellers } from '../sellers/index.ts';

/** The domains that have demo data. */
export interface DemoDependencies {
  identity: Identity;
  sellers: Sellers;
  partners: Partners;
  catalogue: Catalogue;
  pricing: Pricing;
}

/**
 * Adds demo data: brands and prices for the staff account, and a complete profile for the second seller. Links the
 * seller's shops if `withShops` is true.
 */
export async function fillDemo(
  dependencies: DemoDependencies,
  withShops: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { identity, sellers, partners, catalogue, pricing } = dependencies;
  const staff = await waitForDemoAccount(identity, 'staff@demo.test', signal);
  if (staff) {
    const author = { accountId: staff.sub, name: staff.name ?? '' };
    await catalogue.fillDemo(staff.tenantId, author);
    const brands = await catalogue.activeBrands(staff.tenantId);
    const codes = brands.map((brand) => brand.code);
    await pricing.fillDemo(staff.tenantId, author, codes);
  }
  const account = await waitForDemoAccount(identity, 'shop@demo.test', signal);
  if (!account) return;
  const { sub, tenantId } = account;
  await sellers.completeDemoProfile({ tenantId, sub, email: 'shop@demo.test' });
  if (withShops) await partners.linkDemoShops(tenantId, signal);
}

/** Waits for an account that another process may create, because it may have started at the same time. */
async function waitForDemoAccount(
  identity: Identity,
  email: string,
  signal: AbortSignal,
): Promise<Account | null> {
  for (let attempts = 0; attempts < 60 && !signal.aborted; attempts += 1) {
    const account = await identity.demoAccount(email);
    if (account) return account;
    await delay(1000, undefined, { signal }).catch(() => undefined);
  }
  return null;
}
