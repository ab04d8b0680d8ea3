/**
 * `/auth` and the older signed `/api/v2/shop/auth_partner`: the page where a seller grants an application access to a
 * shop.
 */
import type { ConsentFlow, ConsentRequest } from '../../consent/register-consent.ts';
import { isRegisteredCallback } from '../../consent/redirect.ts';
import type { Failure } from '../../consent/texts.ts';
import { SHOPEE_APPLICATION } from '../application.ts';
import { consentMainAccount, consentShop, mainAccounts } from './main-accounts.ts';
import type { ShopeePlatform } from '../platform.ts';
import { isShopeeSignatureValid } from '../signature.ts';

const SIGNED = '/api/v2/shop/auth_partner';

/** Prefix of a main account's ID in the form, where a shop's ID is also possible. */
const MAIN = 'main-';

function callbackOf({ path, parameters }: ConsentRequest): string {
  return parameters.get(path === SIGNED ? 'redirect' : 'redirect_uri') ?? '';
}

function failureOf(request: ConsentRequest, callbacks: readonly string[]): Failure | undefined {
  const { path, parameters } = request;
  const partner = parameters.get('partner_id') ?? '';
  const callback = callbackOf(request);
  if (partner === '' || callback === '') return 'missing';
  if (partner !== SHOPEE_APPLICATION.partnerId) return 'application';
  if (!isRegisteredCallback('shopee', callback, callbacks)) return 'redirect';
  if (path === SIGNED) {
    const isFresh = Math.abs(Date.now() / 1000 - Number(parameters.get('timestamp'))) <= 300;
    const fits = isShopeeSignatureValid(SHOPEE_APPLICATION.partnerKey, path, parameters);
    return isFresh && fits ? undefined : 'application';
  }
  const isCode = parameters.get('response_type') === 'code';
  return isCode && parameters.get('auth_type') === 'seller' ? undefined : 'responseType';
}

export function shopeeConsent(platform: ShopeePlatform): ConsentFlow {
  const { world, callbacks } = platform.parts;
  return {
    marketplace: { name: 'Shopee', mark: 'S' },
    paths: ['/auth', SIGNED],
    application: SHOPEE_APPLICATION.name,
    carried: [
      'partner_id',
      'auth_type',
      'redirect_uri',
      'response_type',
      'state',
      'timestamp',
      'sign',
      'redirect',
      'lang',
    ],
    failureOf: (request) => failureOf(request, callbacks),
    callbackOf,
    shopsOf: () => world.shops('SHOPEE'),
    mainAccounts: () =>
      new Map(mainAccounts(world).map(({ account, id }) => [account.email, `${MAIN}${id}`])),
    // The behavior of the real page is not documented. The sandbox redirects the seller without a code.
    denied: { error: 'access_denied' },
    grant(chosen) {
      const main = mainAccounts(world).find(({ id }) => `${MAIN}${id}` === chosen);
      if (main !== undefined) return consentMainAccount(platform, main);
      const shop = world.shop('SHOPEE', chosen);
      return shop && consentShop(platform, shop.info.externalShopId);
    },
  };
}
