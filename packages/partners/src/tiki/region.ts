/** Tiki sells in one country, whose time has no daylight saving. */
export const tikiRegion = {
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  /** Minutes east of UTC: its times carry no offset. */
  offsetMinutes: 420,
} as const;
