import { ConfigurationError, type Configuration } from '../../platform/config/configuration.ts';
import { isEncryptedOrLocal } from '../../platform/config/origins.ts';

/** The OAuth client at Google and the URLs that identify users with it. */
export interface GoogleApplication {
  clientId: string;
  clientSecret: string;
  /** Its discovery document names the other URLs. */
  issuer: string;
  /** URL that tells which client an access token was issued to; not part of discovery. */
  tokenInfo: string;
  /** Registered with Google exactly like this; a route of the application. */
  redirectUri: string;
}

/** The client that the sandbox accepts; useless anywhere else. */
const sandboxApplication = {
  clientId: '100240000001-sellerconnectsandbox.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-seller-connect-sandbox-01',
};
const sandboxPortOffset = 6;

const googleIssuer = 'https://accounts.google.com';
const googleTokenInfo = 'https://oauth2.googleapis.com/tokeninfo';

/**
 * Returns the Google client of the configuration, the sandbox's client in demo mode, or null without either.
 * @throws ConfigurationError when only one of client ID and secret is set, or when a URL does not use https
 */
export function googleApplication(configuration: Configuration): GoogleApplication | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = configuration;
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new ConfigurationError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.');
  }
  const redirectUri = `${configuration.appOrigin}/oauth/callback/google`;
  if (clientId !== undefined && clientSecret !== undefined) {
    return {
      clientId,
      clientSecret,
      issuer: requireHttpsUrl('GOOGLE_ISSUER', configuration.GOOGLE_ISSUER ?? googleIssuer),
      tokenInfo: requireHttpsUrl(
        'GOOGLE_TOKENINFO',
        configuration.GOOGLE_TOKENINFO ?? googleTokenInfo,
      ),
      redirectUri,
    };
  }
  if (!configuration.demo) return null;
  const sandbox = `http://localhost:${configuration.SANDBOX_PORT + sandboxPortOffset}`;
  const issuer = requireHttpsUrl('GOOGLE_ISSUER', configuration.GOOGLE_ISSUER ?? sandbox);
  const tokenInfo = configuration.GOOGLE_TOKENINFO ?? `${issuer}/tokeninfo`;
  return {
    ...sandboxApplication,
    issuer,
    tokenInfo: requireHttpsUrl('GOOGLE_TOKENINFO', tokenInfo),
    redirectUri,
  };
}

/** Allows plain http on loopback only, because every request to these URLs carries a secret. */
function requireHttpsUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && isEncryptedOrLocal(url)) return value.replace(/\/+$/, '');
  throw new ConfigurationError(`${name} must be an https address such as ${googleIssuer}.`);
}
