import type { PageConfiguration } from '@seller-connect/contract';

/**
 * The provider's logout address for somebody of whom nothing is kept here, such as after a login that
 * was interrupted while the provider's session lives. Without the hint of an ID token the provider
 * asks once, then leads back to `appOrigin` (RP-Initiated Logout 1.0, section 2).
 */
export function buildProviderLogoutUrl(
  { origin, clientId }: PageConfiguration['identity'],
  appOrigin: string,
  language: string,
): string {
  const address = new URL('/oauth/logout', origin);
  address.searchParams.set('client_id', clientId);
  // Registered at the provider with its slash.
  address.searchParams.set('post_logout_redirect_uri', `${appOrigin}/`);
  address.searchParams.set('ui_locales', language);
  return address.href;
}
