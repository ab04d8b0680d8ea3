import { PartnerError } from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

/** Properties of a Shopee country. One host serves all of them. */
interface ShopeeRegion {
  currency: string;
  timeZone: string;
}

const regions: Readonly<Record<string, ShopeeRegion>> = {
  VN: { currency: 'VND', timeZone: 'Asia/Ho_Chi_Minh' },
  SG: { currency: 'SGD', timeZone: 'Asia/Singapore' },
  MY: { currency: 'MYR', timeZone: 'Asia/Kuala_Lumpur' },
  TH: { currency: 'THB', timeZone: 'Asia/Bangkok' },
  ID: { currency: 'IDR', timeZone: 'Asia/Jakarta' },
  PH: { currency: 'PHP', timeZone: 'Asia/Manila' },
  TW: { currency: 'TWD', timeZone: 'Asia/Taipei' },
  MX: { currency: 'MXN', timeZone: 'America/Mexico_City' },
  CL: { currency: 'CLP', timeZone: 'America/Santiago' },
  CO: { currency: 'COP', timeZone: 'America/Bogota' },
  BR: { currency: 'BRL', timeZone: 'America/Sao_Paulo' },
};

/** @param region ISO 3166 alpha-2, in either case */
export function findRegion(region: string): ShopeeRegion | null {
  const code = region.toUpperCase();
  return lookUp(regions, code) ?? null;
}

/** @throws PartnerError `invalid_request` when the shop's country is not in the table */
export function requireRegion(region: string, endpoint: string): ShopeeRegion {
  const known = findRegion(region);
  if (known === null) {
    throw new PartnerError({ kind: 'invalid_request', code: 'unknown_region', endpoint });
  }
  return known;
}
