import type { Stream } from '@seller-connect/contract';
import type { Platform } from '@seller-connect/partners';

const marketplaceStreams: readonly Stream[] = ['shop', 'orders', 'products'];

/** Streams of each platform, in the order in which they are shown. */
const streamsByPlatform: Readonly<Partial<Record<Platform, readonly Stream[]>>> = {
  LAZADA: [...marketplaceStreams, 'returns', 'settlements'],
  TIKTOK: [...marketplaceStreams, 'returns', 'settlements'],
  SHOPEE: [...marketplaceStreams, 'returns', 'settlements'],
  FACEBOOK: ['shop', 'insights', 'ads'],
};

/** Returns the stream whose backfill completes a shop's report. */
export function mainStreamOf(platform: Platform): Stream {
  return platform === 'FACEBOOK' ? 'insights' : 'orders';
}

export function streamsOf(platform: Platform): readonly Stream[] {
  return streamsByPlatform[platform] ?? marketplaceStreams;
}

/** Whether a stream is synced after the orders of a shop and keeps growing for weeks after them. */
export function isMoneyStream(stream: Stream): boolean {
  return stream === 'returns' || stream === 'settlements';
}

/** Interval between successful syncs, in milliseconds. The setting `changesEveryMs` overrides the one of orders. */
export const defaultSyncIntervalMs: Readonly<Record<Stream, number>> = {
  orders: 2 * 60_000,
  products: 3_600_000,
  shop: 6 * 3_600_000,
  returns: 5 * 60_000,
  settlements: 3_600_000,
  ads: 3_600_000,
  // The platforms update their insights every 15 minutes.
  insights: 1_800_000,
};
