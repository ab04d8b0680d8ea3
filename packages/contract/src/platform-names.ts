import type { Platform } from './values.ts';

/** The names of partners in texts of both languages. */
export const platformNames: Readonly<Record<Platform, string>> = {
  LAZADA: 'Lazada',
  SHOPEE: 'Shopee',
  TIKI: 'Tiki',
  TIKTOK: 'TikTok Shop',
  FACEBOOK: 'Facebook Ads',
};
