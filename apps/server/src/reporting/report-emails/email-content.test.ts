import type { ComparedMetrics, MissingReason } from '@seller-connect/contract';
import { expect, it } from 'vitest';
import { composeContent, type EmailSource } from './email-content.ts';

const none = { value: '0', previous: '0', change: null, reason: null, previousReason: null };
const count = { ...none, value: 0, previous: 0 };

/** Returns what stands beside the average order value, of which `reason` and `previousReason` say what is missing. */
function changeOfAverage(
  reason: MissingReason | null,
  previousReason: MissingReason | 'not_read' | null,
): string | undefined {
  const aov = {
    value: reason === null ? '100' : null,
    previous: previousReason === null ? '100' : null,
    change: null,
    reason,
    previousReason,
  };
  const metrics: ComparedMetrics = {
    gmv: none,
    netSales: none,
    orders: count,
    units: count,
    aov,
    cancellationRate: count,
  };
  const day = { from: '2026-11-28', to: '2026-11-28', days: 1 };
  const figures: EmailSource['figures'] = {
    summary: {
      period: day,
      previous: { ...day, kind: 'day', until: null },
      currency: 'VND',
      currencies: ['VND'],
      timeZone: 'Asia/Ho_Chi_Minh',
      basis: 'committed',
      asOf: null,
      partial: false,
      daysLoading: 0,
      daysToCome: 0,
      metrics,
      trend: [],
      unpaired: [],
      freshness: [],
      firstDay: null,
      lastDay: null,
    },
    shops: [],
    shopsTotal: 0,
    products: [],
    behind: [],
    isWidened: false,
    filters: {},
  };
  const content = composeContent({
    figures,
    viewName: 'Hằng ngày',
    isTrial: false,
    language: 'vi',
    appOrigin: 'https://app.test',
    muteUrl: '',
  });
  return content.metrics.find(({ name }) => name === 'Giá trị đơn trung bình')?.change.text;
}

it.each([
  ['no_orders', 'no_orders', 'kỳ này chưa có đơn'],
  [null, 'no_orders', 'kỳ trước chưa có đơn'],
  [null, 'not_read', 'không có kỳ so sánh'],
] as const)('says why an average has no comparison: %s, %s', (reason, previousReason, text) => {
  expect(changeOfAverage(reason, previousReason)).toBe(text);
});
