import type { ItemStage, ReturnState } from '../../canonical/canonical.ts';

/** Rises with every change of the table below or of the reading of orders and products. */
export const mappingVersion = 2;

interface Mapped {
  stage: ItemStage;
  returnState: ReturnState;
}

const plain = (stage: ItemStage): Mapped => ({ stage, returnState: 'none' });

/** Item status in Lazada's words to stage and return state. A status that is not here stays `unknown`. */
const statuses: Readonly<Record<string, Mapped>> = {
  unpaid: plain('unpaid'),
  unverified: plain('unpaid'),
  pending: plain('to_ship'),
  topack: plain('to_ship'),
  packed: plain('to_ship'),
  repacked: plain('to_ship'),
  toship: plain('to_ship'),
  ready_to_ship_pending: plain('to_ship'),
  ready_to_ship: plain('to_ship'),
  shipped: plain('shipping'),
  shipping: plain('shipping'),
  delivered: plain('delivered'),
  confirmed: plain('completed'),
  canceled: plain('cancelled'),
  failed: plain('failed_delivery'),
  failed_delivery: plain('failed_delivery'),
  shipped_back: plain('failed_delivery'),
  shipped_back_success: plain('failed_delivery'),
  shipped_back_failed: plain('failed_delivery'),
  lost: plain('failed_delivery'),
  lost_by_3pl: plain('failed_delivery'),
  damaged_by_3pl: plain('failed_delivery'),
  damage_by_3pl: plain('failed_delivery'),
  package_scrapped: plain('failed_delivery'),
  return: { stage: 'delivered', returnState: 'requested' },
  returned: { stage: 'delivered', returnState: 'received' },
};

export const knownStatuses: readonly string[] = Object.keys(statuses);

export function mapStatus(raw: string): Mapped {
  const key = raw.toLowerCase();
  return (Object.hasOwn(statuses, key) ? statuses[key] : undefined) ?? parcelStatus(key);
}

/**
 * The carrier's own word, which items of `/orders/get` show while a parcel is under way. The words are not listed
 * anywhere, so they are read by their parts.
 */
function parcelStatus(key: string): Mapped {
  if (!key.startsWith('info_st_')) return plain('unknown');
  // After a failed attempt the parcel goes out again.
  if (key.includes('attempt')) return plain('shipping');
  const comesBack = /return|back|delivery_failed|shipper_received/.test(key);
  return plain(comesBack ? 'failed_delivery' : 'unknown');
}
