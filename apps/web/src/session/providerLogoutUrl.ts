import type { PageConfiguration } from '@seller-connect/contract';

/**
 * Returns the provider's logout URL for a user without local data, for example after an interrupted login
 * while the provider's session is alive. Without an ID token hint the provider asks for confirmation, then
 * redirects to `appOrigin`.
 * @see OpenID Connect RP-Initiated Logout 1.0, section 2
 */
export function buildProviderLogoutUrl(
  { origin, clientId }: PageConfiguration['identity'],
  appOrigin: string,
  language: string,
): string {
  const address = new URL('/oauth/logout', origin);
  address.searchParams.set('client_id', clientId);
  // Registered at the provider with the trailing slash.
  address.searchParams.set('post_logout_redirect_uri', `${appOrigin}/`);
  address.searchParams.set('ui_locales', language);
  return address.href;
}
