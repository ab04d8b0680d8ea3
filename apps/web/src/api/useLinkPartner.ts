import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { Platform } from '@seller-connect/contract';
import { core } from './index.ts';

/** An address that a browser may be sent to for a partner's consent. */
export function isConsentAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/**
 * Leaves for the partner's consent page, whose address the server builds and signs. The mutation
 * stays pending while the browser leaves.
 */
export function useLinkPartner(): UseMutationResult<void, Error, Platform> {
  return useMutation({
    mutationFn: async (platform: Platform) => {
      const { url } = await core().call('authorizePartner', { query: { platform } });
      if (!isConsentAddress(url)) throw new Error('The consent address is not one');
      window.location.assign(url);
      await new Promise<never>(() => {});
    },
  });
}
