import {
  errors,
  interactionPolicy,
  type Client,
  type KoaContextWithOIDC,
  type Provider,
} from 'oidc-provider';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import { assistantPath, reportScope } from '../../platform/http/scopes.ts';
import { isFirstParty } from '../tokens/web-client.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';

/** Metadata documents that one address may make the provider fetch in a minute. */
const maxFetchesPerMinute = 10;

/** Returns the resource of assistants' access tokens (RFC 8707): the address that accepts them, and nothing else. */
export function assistantResource(appOrigin: string): string {
  return `${appOrigin}${assistantPath}`;
}

/**
 * Returns the provider's features for assistants. Their clients are not registered: the client id is the https address
 * of a document that describes the client. The library fetches it with a timeout, a size limit and no private
 * addresses.
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
export function assistantFeatures(appOrigin: string) {
  const resource = assistantResource(appOrigin);
  const fetchLimiter = createRequestLimiter(maxFetchesPerMinute);
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: (ctx: KoaContextWithOIDC) => fetchLimiter.count(ctx.ip) === 0,
      allowClient: (_ctx: KoaContextWithOIDC, client: Client) =>
        client.tokenEndpointAuthMethod === 'none',
    },
    resourceIndicators: {
      enabled: true,
      // Assistants can read reports only, whether they name the resource or not.
      defaultResource: (_ctx: KoaContextWithOIDC, client: Client) =>
        isFirstParty(client.clientId) ? [] : resource,
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx: KoaContextWithOIDC, requested: string, client: Client) {
        if (isFirstParty(client.clientId) || requested !== resource) {
          throw new errors.InvalidTarget();
        }
        return {
          scope: reportScope,
          audience: resource,
          accessTokenFormat: 'opaque',
          accessTokenTTL: lifetimesSeconds.accessToken,
        } as const;
      },
    },
  };
}

/**
 * Adds what assistants require to the interactions: a sign-in of the last minutes, because the grant outlives the
 * session, and consent each time, because anyone can use a public client's id.
 */
export function addAssistantChecks(policy: ReturnType<typeof interactionPolicy.base>): void {
  const isAssistant = ({ oidc }: KoaContextWithOIDC) =>
    oidc.client !== undefined && !isFirstParty(oidc.client.clientId);
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'assistant_fresh_sign_in',
        'connecting an assistant requires a recent sign-in',
        'login_required',
        (ctx) => isAssistant(ctx) && !ctx.oidc.result?.login && !isSignInFresh(ctx),
      ),
    );
  policy
    .get('consent')
    ?.checks.add(
      new interactionPolicy.Check(
        'assistant_consent',
        'an assistant requires consent',
        'consent_required',
        (ctx) => isAssistant(ctx) && !ctx.oidc.result?.consent,
      ),
    );
}

function isSignInFresh({ oidc: { session } }: KoaContextWithOIDC): boolean {
  const age = Date.now() / 1000 - (session?.loginTs ?? 0);
  return age < lifetimesSeconds.freshSignIn;
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Limits redirects of assistants to https and the user's own machine, and lets the latter use any port, as RFC 8252
 * section 7.3 requires: a client on a machine listens on whichever port is free.
 */
export function limitRedirects(provider: Provider): void {
  const { redirectUriAllowed } = provider.Client.prototype;
  provider.Client.prototype.redirectUriAllowed = function allowed(value) {
    if (isFirstParty(this.clientId)) return redirectUriAllowed.call(this, value);
    const url = URL.parse(value);
    if (!url || url.username !== '' || url.password !== '') return false;
    if (url.protocol === 'https:') return redirectUriAllowed.call(this, value);
    if (!isLoopback(url)) return false;
    return (this.redirectUris ?? []).some((registered) => {
      const known = URL.parse(registered);
      return known !== null && isLoopback(known) && withoutPort(known) === withoutPort(url);
    });
  };
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

function withoutPort({ hostname, pathname, search, hash }: URL): string {
  return hostname + pathname + search + hash;
}
