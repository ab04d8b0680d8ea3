/** Tiki operates in one country, which has no daylight saving time. */
export const tikiRegion = {
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  /** UTC offset in minutes, since Tiki's times have none. */
  offsetMinutes: 420,
} as const;
