import { createRegions } from '../../parsing/regions.ts';

/**
 * Markets and currencies.
 * @see https://partner.tiktokshop.com/docv2/page/common-parameters
 */
export const { findRegion, regionOf, requireRegion } = createRegions({
  VN: { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' },
  TH: { currency: 'THB', timeZone: 'Asia/Bangkok' },
  ID: { currency: 'IDR', timeZone: 'Asia/Jakarta' },
  MY: { currency: 'MYR', timeZone: 'Asia/Kuala_Lumpur' },
  PH: { currency: 'PHP', timeZone: 'Asia/Manila' },
  SG: { currency: 'SGD', timeZone: 'Asia/Singapore' },
  JP: { currency: 'JPY', timeZone: 'Asia/Tokyo' },
  GB: { currency: 'GBP', timeZone: 'Europe/London' },
  IE: { currency: 'EUR', timeZone: 'Europe/Dublin' },
  DE: { currency: 'EUR', timeZone: 'Europe/Berlin' },
  FR: { currency: 'EUR', timeZone: 'Europe/Paris' },
  ES: { currency: 'EUR', timeZone: 'Europe/Madrid' },
  IT: { currency: 'EUR', timeZone: 'Europe/Rome' },
  US: { currency: 'USD', timeZone: 'America/Los_Angeles' },
  MX: { currency: 'MXN', timeZone: 'America/Mexico_City' },
  BR: { currency: 'BRL', timeZone: 'America/Sao_Paulo' },
});
