/** A marketplace pays within this time of the delivery; later an order without a payout is worth a question. */
export const overdueAfterDays = 15;

/** When an order must have arrived for its payout to be overdue. The view `rpt.order_payouts` says the same. */
export function overdueCutoff(now: Date): Date {
  return new Date(now.getTime() - overdueAfterDays * 86_400_000);
}
