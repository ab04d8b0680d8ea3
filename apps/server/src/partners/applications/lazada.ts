import {
  createLazadaConnector,
  createLazadaPushReader,
  lazadaHosts,
  type LazadaApplication,
} from '@seller-connect/partners';
import type { Configuration } from '../../platform/config/configuration.ts';
import { resolveCredentials, type PartnerApplication } from './application.ts';

/** Returns Lazada's application and hosts, or null without an application. */
export function lazadaApplication(configuration: Configuration): LazadaApplication | null {
  const credentials = resolveCredentials(configuration, ['LAZADA_APP_KEY', 'LAZADA_APP_SECRET'], {
    id: '100240',
    secret: 'sc-lazada-secret-0001',
    port: 1,
  });
  if (credentials === null) return null;
  const { sandbox } = credentials;
  const hosts =
    sandbox === null
      ? lazadaHosts
      : {
          authorizeUrl: `${sandbox}/oauth/authorize`,
          authApi: `${sandbox}/rest`,
          apiFor: () => `${sandbox}/rest`,
        };
  const api = configuration.LAZADA_API;
  return {
    appKey: credentials.id,
    appSecret: credentials.secret,
    authorizeUrl: configuration.LAZADA_AUTHORIZE_URL ?? hosts.authorizeUrl,
    authApi: configuration.LAZADA_AUTH_API ?? hosts.authApi,
    apiFor: api === undefined ? hosts.apiFor : () => api,
  };
}

export const lazada: PartnerApplication = {
  platform: 'LAZADA',
  idSetting: 'LAZADA_APP_KEY',
  connect(configuration, environment) {
    const application = lazadaApplication(configuration);
    return application && createLazadaConnector(application, environment);
  },
  pushes(configuration) {
    const application = lazadaApplication(configuration);
    return application && createLazadaPushReader(application);
  },
  // Lazada allows an application that is online ten million calls a day, which are 115 per second.
  rates: { shop: 3, app: 115 },
};
