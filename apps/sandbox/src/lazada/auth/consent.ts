/** `/oauth/authorize`: the page where a seller grants an application access to a shop. */
import type { ConsentFlow } from '../../consent/register-consent.ts';
import { authorizationFailure } from '../../consent/redirect.ts';
import { LAZADA_APPLICATION } from '../application.ts';
import type { LazadaPlatform } from '../platform.ts';

export function lazadaConsent({ parts, grants }: LazadaPlatform): ConsentFlow {
  const { world, callbacks } = parts;
  return {
    marketplace: { name: 'Lazada', mark: 'L' },
    paths: ['/oauth/authorize'],
    application: LAZADA_APPLICATION.name,
    carried: [
      'response_type',
      'client_id',
      'redirect_uri',
      'force_auth',
      'state',
      'country',
      'lang',
    ],
    failureOf: ({ parameters }) =>
      authorizationFailure(parameters, {
        platform: 'lazada',
        id: LAZADA_APPLICATION.key,
        callbacks,
      }),
    callbackOf: ({ parameters }) => parameters.get('redirect_uri') ?? '',
    shopsOf({ parameters }) {
      const countries = (parameters.get('country') ?? '').toUpperCase().split(',').filter(Boolean);
      const shops = world.shops('LAZADA');
      return countries.length === 0
        ? shops
        : shops.filter(({ info }) => countries.includes(info.region));
    },
    denied: { error: 'access_denied' },
    grant(chosen) {
      const shop = world.shop('LAZADA', chosen);
      return shop && { code: grants.issueCode(LAZADA_APPLICATION.key, shop.info.externalShopId) };
    },
  };
}
