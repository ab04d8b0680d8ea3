/** Formats the IDs of products and variants like their marketplace. */
import type { Platform } from './shops.ts';

/** TikTok Shop's IDs have 19 digits, more than a JSON number can hold: a four-digit prefix and the world's number. */
export function itemId(platform: Platform, number: number): string {
  return platform === 'TIKTOK' ? `1729${number}` : String(number);
}
