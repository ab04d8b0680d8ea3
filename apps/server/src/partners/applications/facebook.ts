import {
  createFacebookConnector,
  facebookHosts,
  type FacebookApplication,
} from '@seller-connect/partners';
import type { Configuration } from '../../platform/config/configuration.ts';
import { resolveCredentials, type PartnerApplication } from './application.ts';

/** Returns Facebook's application and hosts, or null without an application. */
export function facebookApplication(configuration: Configuration): FacebookApplication | null {
  const credentials = resolveCredentials(
    configuration,
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
    {
      id: '1000240000000001',
      secret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
      port: 5,
    },
  );
  if (credentials === null) return null;
  const { sandbox } = credentials;
  const hosts =
    sandbox === null
      ? facebookHosts
      : { dialogUrl: `${sandbox}/v26.0/dialog/oauth`, graph: `${sandbox}/v26.0` };
  return {
    appId: credentials.id,
    appSecret: credentials.secret,
    dialogUrl: configuration.FACEBOOK_DIALOG_URL ?? hosts.dialogUrl,
    graph: configuration.FACEBOOK_GRAPH ?? hosts.graph,
  };
}

export const facebook: PartnerApplication = {
  platform: 'FACEBOOK',
  idSetting: 'FACEBOOK_APP_ID',
  connect(configuration, environment) {
    const application = facebookApplication(configuration);
    return application && createFacebookConnector(application, environment);
  },
  // Facebook reports the usage of an account with every response. This limit only prevents bursts.
  rates: { shop: 5, app: null },
};
