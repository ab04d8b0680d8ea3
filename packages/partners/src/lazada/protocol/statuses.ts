import { lookUp } from '../../parsing/fields.ts';
import { withoutReturn, type MappedStatus } from '../../canonical/canonical.ts';

/** Incremented with every change to the table below or to the mapping of orders and products. */
export const mappingVersion = 4;

/** Stage and return state by Lazada's item status. Other statuses are `unknown`. */
const statuses: Readonly<Record<string, MappedStatus>> = {
  unpaid: withoutReturn('unpaid'),
  unverified: withoutReturn('unpaid'),
  pending: withoutReturn('to_ship'),
  topack: withoutReturn('to_ship'),
  packed: withoutReturn('to_ship'),
  repacked: withoutReturn('to_ship'),
  toship: withoutReturn('to_ship'),
  ready_to_ship_pending: withoutReturn('to_ship'),
  ready_to_ship: withoutReturn('to_ship'),
  shipped: withoutReturn('shipping'),
  shipping: withoutReturn('shipping'),
  delivered: withoutReturn('delivered'),
  confirmed: withoutReturn('completed'),
  canceled: withoutReturn('cancelled'),
  failed: withoutReturn('failed_delivery'),
  failed_delivery: withoutReturn('failed_delivery'),
  shipped_back: withoutReturn('failed_delivery'),
  shipped_back_success: withoutReturn('failed_delivery'),
  shipped_back_failed: withoutReturn('failed_delivery'),
  lost: withoutReturn('failed_delivery'),
  lost_by_3pl: withoutReturn('failed_delivery'),
  damaged_by_3pl: withoutReturn('failed_delivery'),
  damage_by_3pl: withoutReturn('failed_delivery'),
  package_scrapped: withoutReturn('failed_delivery'),
  info_st_domestic_return_with_last_mile_3pl: withoutReturn('failed_delivery'),
  info_st_domestic_return_at_transit_hub: withoutReturn('failed_delivery'),
  info_st_domestic_back_to_shipper: withoutReturn('failed_delivery'),
  info_st_domestic_delivery_failed: withoutReturn('failed_delivery'),
  info_st_domestic_package_returned: withoutReturn('failed_delivery'),
  info_st_domestic_package_returned_failed: withoutReturn('failed_delivery'),
  info_st_domestic_shipper_received: withoutReturn('failed_delivery'),
  return: { stage: 'delivered', returnState: 'requested' },
  returned: { stage: 'delivered', returnState: 'received' },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

export function isKnownStatus(raw: string): boolean {
  return Object.hasOwn(statuses, raw.toLowerCase());
}

export function mapStatus(raw: string): MappedStatus {
  const key = raw.toLowerCase();
  return lookUp(statuses, key) ?? parseParcelStatus(key);
}

/**
 * Maps a carrier status, which items of `/orders/get` show while a parcel is in transit. There is no published list, so
 * statuses that the table lacks are matched by their parts; the order gets a flag.
 */
function parseParcelStatus(key: string): MappedStatus {
  if (!key.startsWith('info_st_')) return withoutReturn('unknown');
  // The parcel is delivered again after a failed attempt.
  if (key.includes('attempt')) return withoutReturn('shipping');
  const comesBack = /return|back|delivery_failed|shipper_received/.test(key);
  return withoutReturn(comesBack ? 'failed_delivery' : 'unknown');
}
