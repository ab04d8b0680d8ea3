/** How bookings are gathered and paid out. Marketplaces differ in the rhythm only. */
import { calendarDay, dayOf, startOfDay } from '../../local-time.ts';

const HOUR = 3600;
const DAY = 86_400;

export interface Payout {
  /** Epoch seconds; what is booked from here on, */
  readonly from: number;
  /** up to here (exclusive) belongs to it. */
  readonly to: number;
  /** When the money is on its way. */
  readonly paidAt: number;
}

/** The payout that something booked at an instant belongs to. */
export function payoutPeriodAt(platform: string, at: number): Payout {
  switch (platform) {
    case 'TIKTOK': {
      // Statements follow the days of UTC.
      const from = Math.floor(at / DAY) * DAY;
      return { from, to: from + DAY, paidAt: from + 2 * DAY };
    }
    case 'SHOPEE':
    case 'TIKI':
      // What is released is in the seller's balance at once.
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
