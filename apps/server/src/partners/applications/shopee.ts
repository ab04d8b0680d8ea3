import {
  createShopeeConnector,
  createShopeePushReader,
  shopeeHosts,
  type ShopeeApplication,
} from '@seller-connect/partners';
import type { Configuration } from '../../platform/config/configuration.ts';
import { pushPath, resolveCredentials, type PartnerApplication } from './application.ts';

/** Returns Shopee's application and hosts, or null without an application. */
export function shopeeApplication(configuration: Configuration): ShopeeApplication | null {
  const credentials = resolveCredentials(
    configuration,
    ['SHOPEE_PARTNER_ID', 'SHOPEE_PARTNER_KEY'],
    {
      id: '1000240',
      secret: 'sc-shopee-partner-key-0001',
      port: 2,
    },
  );
  if (credentials === null) return null;
  const { sandbox } = credentials;
  const hosts = sandbox === null ? shopeeHosts : { authorizeUrl: `${sandbox}/auth`, api: sandbox };
  return {
    partnerId: credentials.id,
    partnerKey: credentials.secret,
    authorizeUrl: configuration.SHOPEE_AUTHORIZE_URL ?? hosts.authorizeUrl,
    api: configuration.SHOPEE_API ?? hosts.api,
  };
}

export const shopee: PartnerApplication = {
  platform: 'SHOPEE',
  idSetting: 'SHOPEE_PARTNER_ID',
  connect(configuration, environment) {
    const application = shopeeApplication(configuration);
    return application && createShopeeConnector(application, environment);
  },
  pushes(configuration) {
    const application = shopeeApplication(configuration);
    return (
      application &&
      createShopeePushReader({
        pushKey: configuration.SHOPEE_PUSH_KEY ?? application.partnerKey,
        callbackUrl:
          configuration.SHOPEE_PUSH_URL ?? `${configuration.appOrigin}${pushPath('SHOPEE')}`,
        acceptBodyOnly: configuration.SHOPEE_PUSH_SIGNATURE === 'either',
      })
    );
  },
  // Shopee publishes no limit and recommends few concurrent calls.
  rates: { shop: 10, app: null },
};
