import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/index.ts';
import type { Account, Identity } from '../identity/index.ts';
import type { Partners } from '../partners/index.ts';
import type { Pricing } from '../pricing/index.ts';
import type { Sellers } from '../sellers/index.ts';

/** The domains that the demo has something in. */
export interface DemoDependencies {
  identity: Identity;
  sellers: Sellers;
  partners: Partners;
  catalogue: Catalogue;
  pricing: Pricing;
}

/** The demo's staff have brands and prices; its second seller has a completed profile and, unless told otherwise, linked shops. */
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

/** The process that makes the demo's accounts may be another one, which starts at the same time. */
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
