import { setTimeout as delay } from 'node:timers/promises';
import type { Catalogue } from '../catalogue/index.ts';
import type { Account, Identity } from '../identity/index.ts';
import type { Partners } from '../partners/index.ts';
import type { Log } from '../platform/log.ts';
import type { Pricing } from '../pricing/index.ts';
import type { Sellers } from '../sellers/index.ts';
import { demoBrands } from './brands.ts';
import { linkDemoShops } from './link-shops.ts';
import { demoPrices } from './prices.ts';

export { demoBrands, demoPrices, linkDemoShops };

/** The domains that have demo data. */
export interface DemoDependencies {
  identity: Identity;
  sellers: Sellers;
  partners: Partners;
  catalogue: Catalogue;
  pricing: Pricing;
}

const demoSeller = 'shop@demo.test';

/**
 * Adds demo data: brands and prices for the staff account, and a complete profile for the second seller. Links the
 * seller's shops if `withShops` is true.
 */
export async function fillDemo(
  dependencies: DemoDependencies,
  options: { withShops: boolean; sandboxUrl: string; log: Log },
  signal: AbortSignal,
): Promise<void> {
  const { identity, sellers, partners, catalogue, pricing } = dependencies;
  const staff = await waitForDemoAccount(identity, 'staff@demo.test', signal);
  if (staff) {
    const author = { accountId: staff.sub, name: staff.name ?? '' };
    await catalogue.addBrands(staff.tenantId, author, demoBrands(new Date()));
    const brands = await catalogue.activeBrands(staff.tenantId);
    const codes = brands.map((brand) => brand.code);
    await pricing.addPrices(staff.tenantId, author, demoPrices(codes, new Date()));
  }
  const account = await waitForDemoAccount(identity, demoSeller, signal);
  if (!account) return;
  await completeDemoSeller(sellers, account);
  if (options.withShops) {
    await linkDemoShops({ partners, ...options }, account.tenantId, signal);
  }
}

/**
 * Founds the team of the second seller and completes its profile. Called before the API listens, because a first sign-in
 * founds a team of another name and has to complete the profile. Does nothing if another process creates the account
 * later; `fillDemo` waits for it.
 */
export async function prepareDemoSeller({
  identity,
  sellers,
}: Pick<DemoDependencies, 'identity' | 'sellers'>): Promise<void> {
  const account = await identity.demoAccount(demoSeller);
  if (account) await completeDemoSeller(sellers, account);
}

function completeDemoSeller(sellers: Sellers, { tenantId, sub }: Account): Promise<void> {
  const form = {
    email: demoSeller,
    phoneNumber: '+84912345678',
    business: 'fashion',
    purpose: 'reporting',
  };
  return sellers.completeProfile({ tenantId, sub }, 'Gian hàng mẫu', form);
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
