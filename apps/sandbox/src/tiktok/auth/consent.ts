/** `/open/authorize`: the page where a seller grants an application access to a shop. */
import type { ConsentFlow } from '../../consent/register-consent.ts';
import { TIKTOK_APPLICATION } from '../application.ts';
import type { TiktokPlatform } from '../platform.ts';

export function tiktokConsent(platform: TiktokPlatform): ConsentFlow {
  const { world, callback } = platform.parts;
  return {
    marketplace: { name: 'TikTok Shop', mark: 'T' },
    paths: ['/open/authorize'],
    application: TIKTOK_APPLICATION.name,
    carried: ['service_id', 'state', 'lang'],
    failureOf({ parameters }) {
      const service = parameters.get('service_id') ?? '';
      if (service === '') return 'missing';
      return service === TIKTOK_APPLICATION.serviceId ? undefined : 'application';
    },
    callbackOf: () => callback,
    shopsOf: () => world.shops('TIKTOK'),
    // TikTok sends the literal text `null`.
    denied: { code: 'null', error: 'auth_denied' },
    grant(chosen, { language }) {
      const shop = world.shop('TIKTOK', chosen);
      if (shop === undefined) return undefined;
      const code = platform.grants.issueCode(platform.coveredBy(shop.info.externalShopId));
      return { code, app_key: TIKTOK_APPLICATION.appKey, locale: language, shop_region: 'VN' };
    },
  };
}
