import type { ItemStage, ReturnState } from '../../canonical/canonical.ts';

/** Incremented with every change to the table below or to the mapping of orders and products. */
export const mappingVersion = 4;

interface MappedStatus {
  stage: ItemStage;
  returnState: ReturnState;
}

const normalize = (stage: ItemStage): MappedStatus => ({ stage, returnState: 'none' });

/** Stage and return state by Lazada's item status. Other statuses are `unknown`. */
const statuses: Readonly<Record<string, MappedStatus>> = {
  unpaid: normalize('unpaid'),
  unverified: normalize('unpaid'),
  pending: normalize('to_ship'),
  topack: normalize('to_ship'),
  packed: normalize('to_ship'),
  repacked: normalize('to_ship'),
  toship: normalize('to_ship'),
  ready_to_ship_pending: normalize('to_ship'),
  ready_to_ship: normalize('to_ship'),
  shipped: normalize('shipping'),
  shipping: normalize('shipping'),
  delivered: normalize('delivered'),
  confirmed: normalize('completed'),
  canceled: normalize('cancelled'),
  failed: normalize('failed_delivery'),
  failed_delivery: normalize('failed_delivery'),
  shipped_back: normalize('failed_delivery'),
  shipped_back_success: normalize('failed_delivery'),
  shipped_back_failed: normalize('failed_delivery'),
  lost: normalize('failed_delivery'),
  lost_by_3pl: normalize('failed_delivery'),
  damaged_by_3pl: normalize('failed_delivery'),
  damage_by_3pl: normalize('failed_delivery'),
  package_scrapped: normalize('failed_delivery'),
  info_st_domestic_return_with_last_mile_3pl: normalize('failed_delivery'),
  info_st_domestic_return_at_transit_hub: normalize('failed_delivery'),
  info_st_domestic_back_to_shipper: normalize('failed_delivery'),
  info_st_domestic_delivery_failed: normalize('failed_delivery'),
  info_st_domestic_package_returned: normalize('failed_delivery'),
  info_st_domestic_package_returned_failed: normalize('failed_delivery'),
  info_st_domestic_shipper_received: normalize('failed_delivery'),
  return: { stage: 'delivered', returnState: 'requested' },
  returned: { stage: 'delivered', returnState: 'received' },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

export function isKnownStatus(raw: string): boolean {
  return Object.hasOwn(statuses, raw.toLowerCase());
}

export function mapStatus(raw: string): MappedStatus {
  const key = raw.toLowerCase();
  return (Object.hasOwn(statuses, key) ? statuses[key] : undefined) ?? parseParcelStatus(key);
}

/**
 * Maps a carrier status, which items of `/orders/get` show while a parcel is in transit. There is no published list, so
 * statuses that the table lacks are matched by their parts; the order gets a flag.
 */
function parseParcelStatus(key: string): MappedStatus {
  if (!key.startsWith('info_st_')) return normalize('unknown');
  // The parcel is delivered again after a failed attempt.
  if (key.includes('attempt')) return normalize('shipping');
  const comesBack = /return|back|delivery_failed|shipper_received/.test(key);
  return normalize(comesBack ? 'failed_delivery' : 'unknown');
}
