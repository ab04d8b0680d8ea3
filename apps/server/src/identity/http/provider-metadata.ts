import { createRemoteJWKSet, customFetch } from 'jose';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { callProvider, ProviderUnavailable, type CallOptions } from './provider-client.ts';

/** The fields used of an OpenID Connect discovery document. */
const Discovery = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  jwks_uri: Type.String(),
  userinfo_endpoint: Type.Optional(Type.String()),
  introspection_endpoint: Type.Optional(Type.String()),
  revocation_endpoint: Type.Optional(Type.String()),
  check_session_iframe: Type.Optional(Type.String()),
});

const Keys = Type.Object({ keys: Type.Array(Type.Object({})) });

export interface ProviderMetadata extends Static<typeof Discovery> {
  keys: ReturnType<typeof createRemoteJWKSet>;
}

const cacheMs = 60 * 60_000;

/**
 * Returns a function that fetches another provider's discovery document when first needed and again every hour.
 * Failures are not cached.
 * @param keyCooldownMs minimum time between two fetches of the provider's keys
 * @throws ProviderUnavailable when the document cannot be fetched or names another issuer
 * @see https://openid.net/specs/openid-connect-discovery-1_0.html
 */
export function createProviderMetadata(
  issuer: string,
  call: CallOptions,
  keyCooldownMs = 60_000,
): () => Promise<ProviderMetadata> {
  let cached: { until: number; metadata: Promise<ProviderMetadata> } | undefined;

  async function discover(): Promise<ProviderMetadata> {
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { status, body } = await callProvider(address, {}, call);
    if (status !== 200 || !Value.Check(Discovery, body) || !isSameIssuer(body.issuer, issuer)) {
      throw new ProviderUnavailable('the discovery document is not the one of the issuer');
    }
    const keys = createRemoteJWKSet(new URL(body.jwks_uri), {
      cooldownDuration: keyCooldownMs,
      [customFetch]: async (url, { headers }) => {
        const answer = await callProvider(url, { headers }, call);
        // Otherwise every token would count as invalid.
        if (answer.status !== 200 || !Value.Check(Keys, answer.body)) {
          throw new ProviderUnavailable(`the keys could not be read (${answer.status})`);
        }
        return Response.json(answer.body);
      },
    });
    return { ...body, keys };
  }

  return () => {
    if (cached && cached.until > Date.now()) return cached.metadata;
    const metadata = discover();
    cached = { until: Date.now() + cacheMs, metadata };
    metadata.catch(() => {
      if (cached?.metadata === metadata) cached = undefined;
    });
    return metadata;
  };
}

/** Ignores the trailing slash after a bare host, a common difference in configurations. */
function isSameIssuer(found: string, wanted: string): boolean {
  return URL.canParse(found) && new URL(found).href === new URL(wanted).href;
}
