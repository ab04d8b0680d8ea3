/** Ids of products and variants as their marketplace writes them. */
import type { Platform } from './shops.ts';

/** TikTok Shop's have 19 digits, more than a JSON number holds: four in front of the world's number. */
export function itemId(platform: Platform, number: number): string {
  return platform === 'TIKTOK' ? `1729${number}` : String(number);
}
