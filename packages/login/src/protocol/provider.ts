import type { AuthorizationServer } from 'oauth4webapi';
import { assertSecureEndpoints } from '../config.ts';
import type { Settings } from '../config.ts';
import { LoginError } from '../errors.ts';
import type { LoginErrorCode } from '../errors.ts';
import { isObject } from '../guards.ts';
import { assertSuccess, requestJson } from './http.ts';
import type { validateTokens } from './validation.ts';

export type Endpoint = 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint';

/** Returns the validation of the token endpoint's responses. */
export type LoadValidation = () => Promise<typeof validateTokens>;

/** The identity provider: its metadata, and the validation of its tokens. */
export function createProvider(settings: Settings, validation: LoadValidation) {
  let metadataPromise: Promise<AuthorizationServer> | null = null;

  const discover = async (): Promise<AuthorizationServer> => {
    const configured = settings.metadata;
    if (configured?.authorization_endpoint && configured.token_endpoint && configured.jwks_uri)
      return { ...configured };
    const address = `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body: discovered } = await requestJson(settings, address);
    assertSuccess(status);
    if (!isObject(discovered)) throw metadataError('metadata_invalid', 'body');
    const { issuer } = discovered;
    // A trailing slash after a bare host is a common difference between configuration and discovery.
    const isUrl = typeof issuer === 'string' && URL.canParse(issuer);
    if (!isUrl || new URL(issuer).href !== new URL(settings.issuer).href) {
      throw metadataError('metadata_issuer', 'issuer');
    }
    assertSecureEndpoints(discovered, settings.allowInsecure);
    return { ...discovered, ...configured, issuer };
  };

  return {
    validation,
    /** Fetches the metadata once. A failure is not cached. */
    metadata(): Promise<AuthorizationServer> {
      metadataPromise ??= discover().catch((failure: unknown) => {
        metadataPromise = null;
        throw failure;
      });
      return metadataPromise;
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
