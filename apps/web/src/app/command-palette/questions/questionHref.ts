import { omitNullish } from '../../../lists/listParams.ts';
import type { Days } from './parseDays.ts';
import type { Question } from './parseQuestion.ts';

const charts: Partial<Record<Question['metric'], string>> = {
  net_sales: 'netSales',
  orders: 'orders',
};

/** Stages and outcomes of the order list that a metric counts. */
const orderParts: Partial<Record<Question['metric'], Record<string, string>>> = {
  cancelled_orders: { stage: 'cancelled' },
  cancelled_value: { outcome: 'cancelled' },
  returned_value: { outcome: 'returned' },
  placed_orders: {},
};

/**
 * Returns the address of the screen that shows a question's figure with its filters: the report, the money report, or
 * the orders that it counts.
 * @param shown the days of the answer; null until they are known
 */
export function questionHref(question: Question, shown: Days | null): string {
  const { metric, period, compare, by, platform, shopIds } = question;
  const days = typeof period === 'string' ? { period } : { period: 'custom', ...period };
  const scope = omitNullish({
    platform,
    [shopIds?.length === 1 ? 'shop' : 'shops']: shopIds?.join(),
  });
  const part = orderParts[metric];
  if (part && shown && by === undefined) {
    const basis = metric === 'placed_orders' ? 'created' : 'committed';
    return address('/orders', { ...scope, ...part, basis, period: 'custom', ...shown });
  }
  const isMoney = metric === 'payout' || metric === 'fees';
  const dimension = metric === 'ad_spend' ? 'campaign' : by;
  return address(
    isMoney ? '/reports/money' : '/',
    {
      ...days,
      ...(compare === 'year' && { compare }),
      ...scope,
      ...(charts[metric] !== undefined && { chart: charts[metric] }),
      ...(dimension !== undefined &&
        dimension !== 'shop' &&
        dimension !== 'product' && { by: dimension }),
    },
    by === 'product' ? '#products' : '',
  );
}

function address(path: string, search: Record<string, string>, hash = ''): string {
  return `${path}?${new URLSearchParams(search).toString()}${hash}`;
}
