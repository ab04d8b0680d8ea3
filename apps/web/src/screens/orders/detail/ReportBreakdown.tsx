import type { Order } from '@seller-connect/contract';
import { Card } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { DescriptionList, type DescriptionItem } from './DescriptionList.tsx';
import { texts } from '../texts.ts';

/** How the report counts an order, step by step from GMV to net sales. */
export function ReportBreakdown({ order }: { readonly order: Order }) {
  const { salesDay, currency, units } = order;
  const money = (amount: string) => formats.money(amount, currency);
  const less = (name: string, amount: string): DescriptionItem[] =>
    Number(amount) === 0 ? [] : [{ name, value: `−${money(amount)}` }];
  return (
    <Card
      title={texts.counts}
      summary={salesDay === null ? texts.countsNot : texts.countsOn(formats.day(salesDay))}
    >
      <DescriptionList
        facts={[
          { name: texts.sums.gmv, value: money(order.gmv) },
          ...less(texts.sums.cancelled, order.cancelled),
          ...less(texts.sums.failed, order.failed),
          ...less(texts.sums.returned, order.returned),
          ...less(texts.sums.vouchers, order.sellerVouchers),
          { name: texts.sums.netSales, value: money(order.netSales), strong: true },
          { name: texts.sums.units, value: formats.number(units) },
        ]}
      />
    </Card>
  );
}
