import type { Connector, Platform, ShopAccess } from '@seller-connect/partners';
import type { ReauthorizationReason } from '../../partners/index.ts';

/** A linked shop, as the domain that links shops knows it. */
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

/** What the collector needs from the domain that links shops. */
export interface ShopAccessProvider {
  listShops(tenantId: string): Promise<LinkedShop[]>;
  /**
   * Lends the shop's access for one or a few calls; renews it when it is due or refused. `work` may be
   * called a second time after a renewal.
   * @throws ShopAccessError when only the seller can help, PartnerError as the connector throws it.
   */
  withShopAccess<T>(
    tenantId: string,
    shopId: string,
    work: (access: ShopAccess, connector: Connector) => Promise<T>,
    options?: {
      /** Nobody is waiting for these calls: they leave room at the partner's quota for others. */
      inBackground?: boolean;
    },
  ): Promise<T>;
}
