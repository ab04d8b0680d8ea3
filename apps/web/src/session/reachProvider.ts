import { LoginError } from '@seller-connect/login';

/** Maximum milliseconds that the provider's answer is waited for. */
const providerTimeoutMs = 10_000;

/**
 * Checks that the provider answers before the browser leaves for it: of one that does not, the browser would show its own
 * error page in place of this one.
 * @throws LoginError `network`
 */
export async function reachProvider({ issuer }: { readonly issuer: string }): Promise<void> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(providerTimeoutMs),
  }).catch(() => null);
  if (!response?.ok) throw new LoginError('network', 'The sign-in service does not answer');
}
