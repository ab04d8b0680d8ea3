import { allowInsecureRequests, clockSkew, clockTolerance, customFetch } from 'oauth4webapi';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { assertSecureEndpoints } from '../config.ts';
import type { Settings } from '../config.ts';
import { httpError, LoginError } from '../errors.ts';
import type { LoginErrorCode } from '../errors.ts';
import { isObject } from '../guards.ts';
import { request, requestJson } from './http.ts';

export type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint';

/** The identity provider: its metadata, and the options for oauth4webapi. */
export function createProvider(settings: Settings) {
  const options = {
    // oauth4webapi itself only fetches the provider's keys.
    [customFetch]: (url: string, { headers }: { headers: Record<string, string> }) =>
      request(settings, url, { headers }),
    [allowInsecureRequests]: settings.allowInsecure,
  };
  let metadataPromise: Promise<AuthorizationServer> | null = null;

  const discover = async (): Promise<AuthorizationServer> => {
    const configured = settings.metadata;
    if (configured?.authorization_endpoint && configured.token_endpoint && configured.jwks_uri)
      return { ...configured };
    const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body: discovered } = await requestJson(settings, address);
    if (status !== 200) throw httpError(status);
    if (!isObject(discovered)) throw metadataError('metadata_invalid', 'body');
    const { issuer } = discovered;
    // A trailing slash after a bare host is a common difference between configuration and discovery.
    const same = typeof issuer === 'string' && URL.canParse(issuer);
    if (!same || new URL(issuer).href !== new URL(settings.issuer).href) {
      throw metadataError('metadata_issuer', 'issuer');
    }
    assertSecureEndpoints(discovered, settings.allowInsecure);
    return { ...discovered, ...configured, issuer };
  };

  return {
    options,
    /** Fetches the metadata once. A failure is not cached. */
    metadata(): Promise<AuthorizationServer> {
      metadataPromise ??= discover().catch((failure: unknown) => {
        metadataPromise = null;
        throw failure;
      });
      return metadataPromise;
    },
    /**
     * Returns the client for oauth4webapi. ID token times are checked against this machine's clock,
     * corrected by the `Date` header of the token response if the browser exposes it, so that a wrong clock
     * does not lock users out. The tolerance is 60 s in both directions.
     */
    client(response: Response): Client {
      const now = settings.environment.now();
      const serverTime = Date.parse(response.headers.get('date') ?? '') || now;
      return {
        client_id: settings.clientId,
        [clockSkew]: Math.floor(serverTime / 1000) - Math.floor(Date.now() / 1000),
        [clockTolerance]: 60,
      };
    },
  };
}

export type Provider = ReturnType<typeof createProvider>;

/**
 * Returns the URL of an endpoint.
 * @throws LoginError `metadata_invalid` if the provider does not have it
 */
export function requireEndpoint(metadata: AuthorizationServer, name: Endpoint): string {
  const url = metadata[name];
  if (url) return url;
  throw metadataError('metadata_invalid', name);
}

function metadataError(code: LoginErrorCode, reason: string): LoginError {
  return new LoginError(code, 'Invalid metadata', { reason });
}
