import type { KeyObject } from 'node:crypto';
import type { RejectedItem } from '../canonical/canonical.ts';

export interface ShopAccess {
  accessToken: string;
  externalShopId: string;
  /** ISO 3166 alpha-2, upper case. */
  region: string;
  /**
   * Key of the buyer hash, one per tenant; without it no buyer key is derived. Hashing with a `KeyObject` is three
   * times as fast as with bytes.
   */
  buyerHashKey?: KeyObject | Uint8Array;
}

/**
 * Time window of an order query. Partners differ in whether a boundary second belongs to a window, so adjacent windows
 * overlap slightly and rows are deduplicated by key.
 */
export interface TimeWindow {
  field: 'created' | 'updated';
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** Result of a derivation from raw items: exactly one property is set. */
export type DerivationResult<Row> =
  | { canonical: Row; reject: null }
  | { canonical: null; reject: RejectedItem };

/** Shop data that derivations need beyond the raw items. */
export type ShopContext = Pick<ShopAccess, 'region' | 'buyerHashKey'>;

/** Shop key of the rate limits. */
export function shopKey({
  region,
  externalShopId,
}: Pick<ShopAccess, 'region' | 'externalShopId'>): string {
  return `${region}:${externalShopId}`;
}
