import {
  createTikTokConnector,
  createTikTokPushReader,
  tikTokHosts,
  type TikTokApplication,
} from '@seller-connect/partners';
import { ConfigurationError, type Configuration } from '../../platform/config/configuration.ts';
import { resolveCredentials, type PartnerApplication } from './application.ts';

/** Service id of the sandbox's authorization page. */
const sandboxServiceId = '7100240000000000001';

/**
 * Returns TikTok Shop's application and hosts, or null without an application.
 * @throws ConfigurationError also if the service id is missing, which the authorization page needs
 */
export function tiktokApplication(configuration: Configuration): TikTokApplication | null {
  const credentials = resolveCredentials(configuration, ['TIKTOK_APP_KEY', 'TIKTOK_APP_SECRET'], {
    id: '6sc100240tts',
    secret: 'sc-tiktok-secret-0001',
    port: 4,
  });
  if (credentials === null) return null;
  const { sandbox } = credentials;
  const service =
    configuration.TIKTOK_SERVICE_ID ?? (sandbox === null ? undefined : sandboxServiceId);
  if (service === undefined) {
    throw new ConfigurationError('TIKTOK_SERVICE_ID must be set together with TIKTOK_APP_KEY.');
  }
  const hosts =
    sandbox === null
      ? tikTokHosts
      : { authorizeUrl: `${sandbox}/open/authorize`, authApi: sandbox, api: sandbox };
  return {
    appKey: credentials.id,
    appSecret: credentials.secret,
    serviceId: service,
    authorizeUrl: configuration.TIKTOK_AUTHORIZE_URL ?? hosts.authorizeUrl,
    authApi: configuration.TIKTOK_AUTH_API ?? hosts.authApi,
    api: configuration.TIKTOK_API ?? hosts.api,
  };
}

export const tiktok: PartnerApplication = {
  platform: 'TIKTOK',
  idSetting: 'TIKTOK_APP_KEY',
  connect(configuration, environment) {
    const application = tiktokApplication(configuration);
    return application && createTikTokConnector(application, environment);
  },
  pushes(configuration) {
    const application = tiktokApplication(configuration);
    return application && createTikTokPushReader(application);
  },
  // TikTok Shop publishes no limit, because its limits vary with its load.
  rates: { shop: 5, app: null },
};
