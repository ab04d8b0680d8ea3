/**
 * The campaign days of the marketplaces: those whose day and month are the same number, 1.1 to 12.12. Days are written
 * `YYYY-MM-DD`.
 */

/** How the day is called, such as `11.11`; null when it is none. */
export function campaignName(day: string): string | null {
  const [, month = '', date = ''] = day.split('-');
  return month !== '' && month === date ? `${Number(date)}.${Number(month)}` : null;
}

/** The newest campaign day that is not after `today`. */
export function latestCampaignDay(today: string): string {
  const [year = '', month = ''] = today.split('-');
  const ofMonth = `${year}-${month}-${month}`;
  return ofMonth <= today ? ofMonth : previousMonthDay(ofMonth);
}

/** The campaign day before one, which is a month before. */
export function previousCampaignDay(day: string): string {
  return previousMonthDay(day);
}

function previousMonthDay(day: string): string {
  const [year = '', month = ''] = day.split('-');
  if (month === '01') return `${Number(year) - 1}-12-12`;
  const before = String(Number(month) - 1).padStart(2, '0');
  return `${year}-${before}-${before}`;
}
