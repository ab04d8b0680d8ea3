import { createRegions, type Region } from '../../parsing/regions.ts';

/** Properties of a Lazada country. None of them has daylight saving time. */
export interface LazadaRegion extends Region {
  /** Base URL of the data calls on the partner's production hosts. */
  api: string;
  /** UTC offset in minutes, for times without an offset. */
  offsetMinutes: number;
}

export const { findRegion, regionOf, requireRegion } = createRegions<LazadaRegion>({
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
});
