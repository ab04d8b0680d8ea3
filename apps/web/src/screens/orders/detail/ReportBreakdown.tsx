import type { Order } from '@seller-connect/contract';
import { Block } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { Facts, type Fact } from './DescriptionList.tsx';
import { texts } from '../texts.ts';

/** How an order becomes figures of the report, step by step from GMV to net sales. */
export function Counting({ order }: { readonly order: Order }) {
  const { salesDay, currency, units } = order;
  const money = (amount: string) => formats.money(amount, currency);
  const less = (name: string, amount: string): Fact[] =>
    Number(amount) === 0 ? [] : [{ name, value: `−${money(amount)}` }];
  return (
    <Block
      title={texts.counts}
      summary={salesDay === null ? texts.countsNot : texts.countsOn(formats.day(salesDay))}
    >
      <Facts
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
    </Block>
  );
}
