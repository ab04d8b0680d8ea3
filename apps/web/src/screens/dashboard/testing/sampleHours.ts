import type { ReportHours } from '@seller-connect/contract';
import { addDays } from '../../../i18n/calendarDays.ts';
import { createSummary, today } from './sampleReport.ts';

/** The hours of today, of which twelve are over. */
export function createHours(): ReportHours {
  const { period, previous, currency, currencies, timeZone } = createSummary('today');
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const orders = hour < 12 ? hour : null;
    return {
      day: today,
      hour,
      gmv: orders === null ? null : String(orders * 412_350),
      netSales: orders === null ? null : String(orders * 351_000),
      orders,
      previousDay: addDays(today, -1),
      previousGmv: String(hour * 405_000),
      previousNetSales: String(hour * 340_000),
      previousOrders: hour,
      complete: hour < 11,
    };
  });
  return { period, previous, currency, currencies, timeZone, hours };
}
