import { type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Platform } from '@seller-connect/contract';
import { ApiError, coreClient } from '../api/index.ts';
import { useMutation } from '../api/queries/useMutation.ts';

/** An address that a browser may be sent to for a partner's consent. */
export function isConsentUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** What is linked: any shop of a partner, or one shop again. */
export interface LinkTarget {
  readonly platform: Platform;
  /** Our id of the shop that is linked again; the server refuses another account's shops then. */
  readonly shopId?: string;
}

/**
 * Leaves for the partner's consent page, whose address the server builds and signs. The mutation
 * stays pending while the browser leaves. A partner that the installation does not offer leads to the
 * screen that says so.
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
