import { PartnerError } from '../../connector/partner-error.ts';
import { lookUp } from '../../parsing/fields.ts';

/** Properties of a Lazada country. None of them has daylight saving time. */
export interface LazadaRegion {
  /** Base URL of the data calls on the partner's production hosts. */
  api: string;
  currency: string;
  timeZone: string;
  /** UTC offset in minutes, for times without an offset. */
  offsetMinutes: number;
}

const regions: Readonly<Record<string, LazadaRegion>> = {
  VN: {
    api: 'https://api.lazada.vn/rest',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    offsetMinutes: 420,
  },
  SG: {
    api: 'https://api.lazada.sg/rest',
    currency: 'SGD',
    timeZone: 'Asia/Singapore',
    offsetMinutes: 480,
  },
  MY: {
    api: 'https://api.lazada.com.my/rest',
    currency: 'MYR',
    timeZone: 'Asia/Kuala_Lumpur',
    offsetMinutes: 480,
  },
  TH: {
    api: 'https://api.lazada.co.th/rest',
    currency: 'THB',
    timeZone: 'Asia/Bangkok',
    offsetMinutes: 420,
  },
  PH: {
    api: 'https://api.lazada.com.ph/rest',
    currency: 'PHP',
    timeZone: 'Asia/Manila',
    offsetMinutes: 480,
  },
  ID: {
    api: 'https://api.lazada.co.id/rest',
    currency: 'IDR',
    timeZone: 'Asia/Jakarta',
    offsetMinutes: 420,
  },
};

/** @param region ISO 3166 alpha-2, in either case */
export function findRegion(region: string): LazadaRegion | null {
  const code = region.toUpperCase();
  return lookUp(regions, code) ?? null;
}

/** @throws PartnerError `invalid_request` when Lazada does not operate in the shop's country */
export function requireRegion(access: { region: string }): LazadaRegion {
  const region = findRegion(access.region);
  if (region === null) {
    throw new PartnerError({ kind: 'invalid_request', code: 'unknown_region', endpoint: '' });
  }
  return region;
}
