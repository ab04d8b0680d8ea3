import { type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Platform } from '@seller-connect/contract';
import { ApiError, coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';

/** Returns whether the URL is safe to navigate to for a partner's consent. */
function isConsentUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Any shop of a partner, or a shop to reauthorize. */
export interface LinkTarget {
  readonly platform: Platform;
  /** Our id of the shop to reauthorize; the server then rejects shops of other seller accounts. */
  readonly shopId?: string;
}

/**
 * Navigates to the partner's consent page, whose URL the server builds and signs. The mutation stays pending during
 * the navigation. If the installation does not offer the partner, it navigates to a screen that explains it.
 */
export function useLinkPartner(): UseMutationResult<void, Error, LinkTarget> {
  const navigate = useNavigate();
  return useMutation({
    onError: (error, { platform }) => {
      if (!(error instanceof ApiError) || error.code !== 'unavailable_partner') return;
      const partner = platform.toLowerCase();
      void navigate({ to: '/connect/unavailable', search: { partner } });
    },
    changes: [],
    mutationFn: async (target: LinkTarget) => {
      const { url } = await coreClient().call('authorizePartner', { query: target });
      if (!isConsentUrl(url)) throw new Error('The consent address is not one');
      window.location.assign(url);
      await new Promise<never>(() => {});
    },
  });
}
