/** Sends the consent page, and the seller back to the application. */
import type { FastifyReply } from 'fastify';
import type { Parameters } from '../lazada/signature.ts';
import type { PlatformName } from '../platform-dependencies.ts';
import type { Failure } from './texts.ts';

/** Sends a page whose CSP allows posting its form to itself and the redirect to `redirectUri`, and nothing else. */
export function sendConsentPage(
  reply: FastifyReply,
  status: number,
  html: string,
  redirectUri?: string,
): FastifyReply {
  const target = redirectUri === undefined ? '' : ` ${new URL(redirectUri).origin}`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(html);
}

/** Returns the callback URL with the outcome of the consent. It names neither shop nor seller. */
export function buildRedirectUrl(
  redirectUri: string,
  outcome: Readonly<Record<string, string>>,
  state: string | undefined,
): string {
  const target = new URL(redirectUri);
  for (const [name, value] of Object.entries(outcome)) target.searchParams.set(name, value);
  if (state !== undefined) target.searchParams.set('state', state);
  return target.href;
}

const loopbackCallback =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/(\w+)(\?.*)?$/;

/**
 * Returns whether a redirect address is registered. Platforms compare exactly, except that Shopee compares only the
 * domain. Since the sandbox runs on loopback, the product's callback path on any loopback port counts as registered.
 */
export function isRegisteredCallback(
  platform: PlatformName,
  address: string,
  registered: readonly string[],
): boolean {
  const [, name, query] = loopbackCallback.exec(address) ?? [];
  const isOurs = name === platform && (query === undefined || platform === 'shopee');
  return isOurs || registered.includes(address);
}

/** Returns what is wrong with an OAuth authorization request of the application with this ID. */
export function authorizationFailure(
  parameters: Parameters,
  expected: { platform: PlatformName; id: string; callbacks: readonly string[] },
): Failure | undefined {
  const clientId = parameters.get('client_id') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (clientId === '' || redirectUri === '') return 'missing';
  if (clientId !== expected.id) return 'application';
  if (!isRegisteredCallback(expected.platform, redirectUri, expected.callbacks)) return 'redirect';
  return parameters.get('response_type') === 'code' ? undefined : 'responseType';
}
