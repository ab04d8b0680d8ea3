import type { Connector, Platform, ShopAccess } from '@seller-connect/partners';
import type { ReauthorizationReason } from '../../partners/index.ts';

/** A linked shop, as `partners` provides it. */
export interface LinkedShop {
  shopId: string;
  platform: Platform;
  name: string;
  region: string;
  currency: string;
  timeZone: string;
  status: 'connected' | 'needs_reauthorization' | 'disconnected';
  /** Set with `needs_reauthorization`. */
  reason: ReauthorizationReason | null;
}

/** What the collector needs from `partners`; `createPartners` in `partners/index.ts` implements it. */
export interface ShopAccessProvider {
  listShops(tenantId: string): Promise<LinkedShop[]>;
  /**
   * Runs `work` with the shop's access, for one or a few calls. Refreshes the tokens if they are due or refused; `work`
   * may run again after a refresh.
   * @throws ShopAccessError if only the seller can help; PartnerError as the connector throws it
   */
  withShopAccess<T>(
    tenantId: string,
    shopId: string,
    work: (access: ShopAccess, connector: Connector) => Promise<T>,
    options?: {
      /** Calls of a backfill, which leave a share of the partner's rate limit to others. */
      inBackground?: boolean;
    },
  ): Promise<T>;
}
