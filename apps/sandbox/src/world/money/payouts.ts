/** Groups bookings into payouts. Marketplaces differ only in the schedule. */
import { hourSeconds, daySeconds, calendarDay, dayOf, startOfDay } from '../../local-time.ts';

export interface Payout {
  /** Start of its bookings, in epoch seconds. */
  readonly from: number;
  /** End of its bookings, exclusive. */
  readonly to: number;
  /** When the money is transferred. */
  readonly paidAt: number;
}

/** Returns the payout to which a booking at an instant belongs. */
export function payoutPeriodAt(platform: string, at: number): Payout {
  switch (platform) {
    case 'TIKTOK': {
      // Statements cover UTC days.
      const from = Math.floor(at / daySeconds) * daySeconds;
      return { from, to: from + daySeconds, paidAt: from + 2 * daySeconds };
    }
    case 'SHOPEE':
    case 'TIKI':
      // Released money is in the seller's balance at once.
      return { from: at, to: at + 1, paidAt: at };
    default: {
      const day = dayOf(at);
      // Weeks begin on Monday; 0 is Sunday.
      const monday = day - ((calendarDay(day).weekday + 6) % 7);
      const to = startOfDay(monday + 7);
      return { from: startOfDay(monday), to, paidAt: to + 2 * daySeconds + 10 * hourSeconds };
    }
  }
}
