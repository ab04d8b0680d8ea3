/** Marketplaces pay within this time after the delivery. Orders without a payout after that are overdue. */
export const overdueAfterDays = 15;

/**
 * Returns the instant before which an unpaid order must have arrived to be overdue. The view `rpt.order_payouts` uses
 * the same interval.
 */
export function overdueCutoff(now: Date): Date {
  return new Date(now.getTime() - overdueAfterDays * 86_400_000);
}
