/** Shopee's part of the control API. */
import { buildRedirectUrl } from '../consent/redirect.ts';
import { ControlError, readRedirectUri, readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import { consentMainAccount, consentShop, mainAccounts } from './auth/main-accounts.ts';
import type { ShopeePlatform } from './platform.ts';

/** Returns the code that the authorization page would issue; with `mainAccount`, for all shops of the seller. */
export async function authorizeShopee(
  platform: ShopeePlatform,
  { externalShopId, account }: ShopInfo,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const redirectUri = readRedirectUri(body, 'shopee', platform.parts.callbacks);
  let outcome: Record<string, string>;
  if (body['mainAccount'] === true) {
    const main = mainAccounts(platform.parts.world).find(
      (each) => each.account.email === account.email,
    );
    if (main === undefined)
      throw new ControlError(
        400,
        'The seller of this shop has no other shop, hence no main account.',
      );
    outcome = consentMainAccount(platform, main);
  } else outcome = consentShop(platform, externalShopId);
  await platform.parts.saveState();
  return {
    ...outcome,
    redirectTo: buildRedirectUrl(redirectUri, outcome, readText(body, 'state')),
  };
}
