/**
 * The marketplaces' campaign days: days whose day and month are the same number, 1.1 to 12.12. Days are formatted as
 * `YYYY-MM-DD`.
 */

/** Returns the name of a campaign day, such as `11.11`, or null for any other day. */
export function campaignName(day: string): string | null {
  const [, month = '', date = ''] = day.split('-');
  return month !== '' && month === date ? `${Number(date)}.${Number(month)}` : null;
}

/** Returns the latest campaign day on or before `today`. */
export function latestCampaignDay(today: string): string {
  const [year = '', month = ''] = today.split('-');
  const ofMonth = `${year}-${month}-${month}`;
  return ofMonth <= today ? ofMonth : previousCampaignDay(ofMonth);
}

/** Returns the campaign day one month before `day`. */
export function previousCampaignDay(day: string): string {
  const [year = '', month = ''] = day.split('-');
  if (month === '01') return `${Number(year) - 1}-12-12`;
  const before = String(Number(month) - 1).padStart(2, '0');
  return `${year}-${before}-${before}`;
}
