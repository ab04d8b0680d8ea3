import { allowInsecureRequests, clockSkew, clockTolerance, customFetch } from 'oauth4webapi';
import type { AuthorizationServer, Client } from 'oauth4webapi';
import { checkProviderAddress } from './config.ts';
import type { Settings } from './config.ts';
import { httpError, LoginError, networkError } from './errors.ts';
import { isObject } from './guards.ts';

/** Milliseconds that any single request may take, its body included. */
const requestTimeout = 10_000;

const endpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
  'revocation_endpoint',
  'jwks_uri',
] as const;

export type Endpoint = (typeof endpoints)[number];

/** Fetch with a timeout, whose failures are `LoginError`s of code `network` or `timeout`. */
export async function request(
  settings: Settings,
  url: string,
  init?: RequestInit,
): Promise<Response> {
  try {
    return await settings.environment.fetch(url, {
      ...init,
      signal: AbortSignal.timeout(requestTimeout),
    });
  } catch (failure) {
    throw networkError(failure);
  }
}

/** The identity provider: its metadata, and how the protocol core speaks to it. */
export function createProvider(settings: Settings) {
  const options = {
    // The core itself asks for the provider's keys only.
    [customFetch]: (url: string, { headers }: { headers: Record<string, string> }) =>
      request(settings, url, { headers, redirect: 'manual' }),
    [allowInsecureRequests]: settings.allowInsecure,
  };
  let known: Promise<AuthorizationServer> | null = null;

  const discover = async (): Promise<AuthorizationServer> => {
    const given = settings.metadata;
    if (given?.authorization_endpoint && given.token_endpoint && given.jwks_uri)
      return { ...given };
    const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const answer = await request(settings, address, { headers: { accept: 'application/json' } });
    if (answer.status !== 200) throw httpError(answer.status);
    const found: unknown = await answer.json().catch(() => null);
    if (!isObject(found)) throw badMetadata('issuer');
    const { issuer } = found;
    // A slash at the end of a bare host is the one difference that people make themselves.
    const same = typeof issuer === 'string' && URL.canParse(issuer);
    if (!same || new URL(issuer).href !== new URL(settings.issuer).href) {
      throw badMetadata('issuer', 'metadata_issuer');
    }
    for (const name of endpoints) {
      const endpoint = found[name];
      if (typeof endpoint === 'string') checkProviderAddress(endpoint, settings.allowInsecure);
      else if (endpoint !== undefined) throw badMetadata(name);
    }
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
    client(response?: Response): Client {
      const now = settings.environment.now();
      const date = Date.parse(response?.headers.get('date') ?? '');
      const there = Number.isNaN(date) ? now : date;
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
  throw badMetadata(name);
}

function badMetadata(
  reason: string,
  code: 'metadata_issuer' | 'metadata_invalid' = 'metadata_invalid',
): LoginError {
  return new LoginError(code, 'The sign-in service is not set up as expected', { reason });
}
