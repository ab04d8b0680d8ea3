/** Groups bookings into payouts. Marketplaces differ only in the schedule. */
import { calendarDay, dayOf, startOfDay } from '../../local-time.ts';

const HOUR = 3600;
const DAY = 86_400;

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
      const from = Math.floor(at / DAY) * DAY;
      return { from, to: from + DAY, paidAt: from + 2 * DAY };
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
      return { from: startOfDay(monday), to, paidAt: to + 2 * DAY + 10 * HOUR };
    }
  }
}
