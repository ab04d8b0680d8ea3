import { allowInsecureRequests, clockSkew, clockTolerance, customFetch } from 'oauth4webapi';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { checkAddresses } from '../config.ts';
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
  let known: Promise<AuthorizationServer> | null = null;

  const discover = async (): Promise<AuthorizationServer> => {
    const given = settings.metadata;
    if (given?.authorization_endpoint && given.token_endpoint && given.jwks_uri)
      return { ...given };
    const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body: found } = await requestJson(settings, address);
    if (status !== 200) throw httpError(status);
    if (!isObject(found)) throw badMetadata('metadata_invalid', 'body');
    const { issuer } = found;
    // A slash at the end of a bare host is the one difference that people make themselves.
    const same = typeof issuer === 'string' && URL.canParse(issuer);
    if (!same || new URL(issuer).href !== new URL(settings.issuer).href) {
      throw badMetadata('metadata_issuer', 'issuer');
    }
    checkAddresses(found, settings.allowInsecure);
    return { ...found, ...given, issuer };
  };

  return {
    options,
    /** Reads the metadata once; a failure is forgotten, so that a later call tries again. */
    metadata(): Promise<AuthorizationServer> {
      known ??= discover().catch((failure: unknown) => {
        known = null;
        throw failure;
      });
      return known;
    },
    /**
     * The client as the core wants it. The clock that ID token times are held against is this
     * machine's, corrected by the `Date` of the token response where the browser may read it:
     * a wrong clock must not lock a person out. 60 s either way are tolerated.
     */
    client(response: Response): Client {
      const now = settings.environment.now();
      const there = Date.parse(response.headers.get('date') ?? '') || now;
      return {
        client_id: settings.clientId,
        [clockSkew]: Math.floor(there / 1000) - Math.floor(Date.now() / 1000),
        [clockTolerance]: 60,
      };
    },
  };
}

export type Provider = ReturnType<typeof createProvider>;

/** The endpoint's address; throws `metadata_invalid` if the provider has none. */
export function endpointOf(metadata: AuthorizationServer, name: Endpoint): string {
  const address = metadata[name];
  if (address) return address;
  throw badMetadata('metadata_invalid', name);
}

function badMetadata(code: LoginErrorCode, reason: string): LoginError {
  return new LoginError(code, 'Invalid metadata', { reason });
}
