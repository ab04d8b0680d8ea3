/** Shopee's part of the control API. */
import type { FastifyInstance } from 'fastify';
import { buildRedirectUrl } from '../consent/redirect.ts';
import { ControlError, readText } from '../control/requests.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import { SHOPEE_APPLICATION, changeShopeeOptions, isShopeeCallback } from './application.ts';
import { consentMainAccount, consentShop, mainAccounts } from './auth/main-accounts.ts';
import type { ShopeePlatform } from './platform.ts';

/** Returns the code that the authorization page would issue; with `mainAccount`, for all shops of the seller. */
export async function authorizeShopee(
  platform: ShopeePlatform,
  { externalShopId, account }: ShopInfo,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const redirectUri = readText(body, 'redirectUri') ?? '';
  if (!isShopeeCallback(redirectUri, platform.parts.callbacks)) {
    throw new ControlError(400, 'redirectUri is not registered for the application.');
  }
  let outcome: Record<string, string>;
  if (body['mainAccount'] === true) {
    const main = mainAccounts(platform.parts.world).find(
      (each) => each.account.email === account.email,
    );
    if (main === undefined) throw new ControlError(400, 'The seller of this shop has no other.');
    outcome = consentMainAccount(platform, main);
  } else outcome = consentShop(platform, externalShopId);
  await platform.parts.saveState();
  return {
    ...outcome,
    redirectTo: buildRedirectUrl(redirectUri, outcome, readText(body, 'state')),
  };
}

export function registerShopeeControl(server: FastifyInstance, platform: ShopeePlatform): void {
  const view = () => ({ application: SHOPEE_APPLICATION, options: platform.options });
  server.get('/_sandbox/shopee', view);
  server.put('/_sandbox/shopee', (request) => {
    platform.options = changeShopeeOptions(platform.options, request.body);
    return platform.parts.saveState().then(view);
  });
}
