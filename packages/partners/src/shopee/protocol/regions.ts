import { createRegions } from '../../parsing/regions.ts';

/** Shopee's countries. One host serves all of them. */
export const { findRegion, regionOf, requireRegion } = createRegions({
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
});
