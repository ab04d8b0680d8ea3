import { PartnerError } from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

/** Properties of a TikTok Shop market. */
export interface TikTokRegion {
  currency: string;
  timeZone: string;
}

/**
 * Markets and currencies.
 * @see https://partner.tiktokshop.com/docv2/page/common-parameters
 */
const regions: Readonly<Record<string, TikTokRegion>> = {
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
};

/** @param region ISO 3166 alpha-2, in either case */
export function findRegion(region: string): TikTokRegion | null {
  const code = region.toUpperCase();
  return lookUp(regions, code) ?? null;
}

/** @throws PartnerError `invalid_request` when the shop's market is not in the table */
export function requireRegion(region: string, endpoint: string): TikTokRegion {
  const known = findRegion(region);
  if (known === null) {
    throw new PartnerError({ kind: 'invalid_request', code: 'unknown_region', endpoint });
  }
  return known;
}
