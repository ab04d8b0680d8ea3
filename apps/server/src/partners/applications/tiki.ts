import { createTikiConnector, tikiHosts, type TikiApplication } from '@seller-connect/partners';
import type { Configuration } from '../../platform/config/configuration.ts';
import { resolveCredentials, type PartnerApplication } from './application.ts';

/** Returns Tiki's application and hosts, or null without an application. */
export function tikiApplication(configuration: Configuration): TikiApplication | null {
  const credentials = resolveCredentials(configuration, ['TIKI_APP_ID', 'TIKI_APP_SECRET'], {
    id: '1000000000000001',
    secret: 'sandbox-secret-0001',
    port: 3,
  });
  if (credentials === null) return null;
  const { sandbox } = credentials;
  const hosts =
    sandbox === null
      ? tikiHosts
      : {
          authorizeUrl: `${sandbox}/sc/oauth2/auth`,
          tokenUrl: `${sandbox}/sc/oauth2/token`,
          api: `${sandbox}/integration`,
        };
  return {
    clientId: credentials.id,
    clientSecret: credentials.secret,
    clientAuthentication: configuration.TIKI_CLIENT_AUTHENTICATION,
    authorizeUrl: configuration.TIKI_AUTHORIZE_URL ?? hosts.authorizeUrl,
    tokenUrl: configuration.TIKI_TOKEN_URL ?? hosts.tokenUrl,
    api: configuration.TIKI_API ?? hosts.api,
  };
}

export const tiki: PartnerApplication = {
  platform: 'TIKI',
  idSetting: 'TIKI_APP_ID',
  connect(configuration, environment) {
    const application = tikiApplication(configuration);
    return application && createTikiConnector(application, environment);
  },
  rates: { shop: 20, app: null },
};
