import type { Stream } from '@seller-connect/contract';
import type { Platform } from '@seller-connect/partners';

const marketplaceStreams: readonly Stream[] = ['shop', 'orders', 'products'];

/** What is read of a partner's shops, in the order that a seller is told of it. */
const streamsByPlatform: Readonly<Partial<Record<Platform, readonly Stream[]>>> = {
  LAZADA: [...marketplaceStreams, 'returns', 'settlements'],
  TIKTOK: [...marketplaceStreams, 'returns', 'settlements'],
  SHOPEE: [...marketplaceStreams, 'returns', 'settlements'],
  FACEBOOK: ['shop', 'insights', 'ads'],
};

/** The stream whose end makes a shop's figures complete. */
export function mainStreamOf(platform: Platform): Stream {
  return platform === 'FACEBOOK' ? 'insights' : 'orders';
}

export function streamsOf(platform: Platform): readonly Stream[] {
  return streamsByPlatform[platform] ?? marketplaceStreams;
}

/** What is read once a shop's sales are in, and grows for weeks after them. */
export function isMoneyStream(stream: Stream): boolean {
  return stream === 'returns' || stream === 'settlements';
}

/** How long after a success a stream is usually read again, in milliseconds. Orders follow a setting. */
export const defaultSyncIntervalMs: Readonly<Record<Stream, number>> = {
  orders: 2 * 60_000,
  products: 3_600_000,
  shop: 6 * 3_600_000,
  returns: 5 * 60_000,
  settlements: 3_600_000,
  ads: 3_600_000,
  // The platforms make their figures anew every quarter of an hour.
  insights: 1_800_000,
};
