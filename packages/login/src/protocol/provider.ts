import { allowInsecureRequests, clockSkew, clockTolerance, customFetch } from 'oauth4webapi';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { assertSecureEndpoints } from '../config.ts';
import type { Settings } from '../config.ts';
import { httpError, LoginError } from '../errors.ts';
import type { LoginErrorCode } from '../errors.ts';
import { isObject } from '../guards.ts';
import { request, requestJson } from './http.ts';

export type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint';

/** The identity provider: its metadata, and how the protocol core speaks to it. */
export function createProvider(settings: Settings) {
  const options = {
    // The core itself asks for the provider's keys only.
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
    // A slash at the end of a bare host is the one difference that people make themselves.
    const same = typeof issuer === 'string' && URL.canParse(issuer);
    if (!same || new URL(issuer).href !== new URL(settings.issuer).href) {
      throw metadataError('metadata_issuer', 'issuer');
    }
    assertSecureEndpoints(discovered, settings.allowInsecure);
    return { ...discovered, ...configured, issuer };
  };

  return {
    options,
    /** Reads the metadata once; a failure is forgotten, so that a later call tries again. */
    metadata(): Promise<AuthorizationServer> {
      metadataPromise ??= discover().catch((failure: unknown) => {
        metadataPromise = null;
        throw failure;
      });
      return metadataPromise;
    },
    /**
     * The client as the core wants it. The clock that ID token times are held against is this
     * machine's, corrected by the `Date` of the token response where the browser may read it:
     * a wrong clock must not lock a person out. 60 s either way are tolerated.
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

/** The endpoint's address; throws `metadata_invalid` if the provider has none. */
export function requireEndpoint(metadata: AuthorizationServer, name: Endpoint): string {
  const url = metadata[name];
  if (url) return url;
  throw metadataError('metadata_invalid', name);
}

function metadataError(code: LoginErrorCode, reason: string): LoginError {
  return new LoginError(code, 'Invalid metadata', { reason });
}
