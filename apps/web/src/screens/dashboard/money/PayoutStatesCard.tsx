import { Card, Skeleton, Tooltip } from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import type { PayoutState, ReportMoney } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import type { MoneyCardProps } from './PayoutCalendarCard.tsx';
import { texts } from './texts.ts';

const labels = texts.statesBlock;

const stateColors: Partial<Record<PayoutState, string>> = {
  overdue: 'var(--negative)',
  under: 'var(--attention)',
  over: 'var(--attention)',
  matched: 'var(--positive)',
};

export interface PayoutStatesCardProps extends MoneyCardProps {
  /** Returns the address of the orders in a state. */
  readonly hrefOf: (state: PayoutState) => string | undefined;
}

/** The orders of the period by payout state; each state links to its orders. */
export function PayoutStatesCard({ data, failed, busy, hrefOf }: PayoutStatesCardProps) {
  if (!data && failed) return null;
  const items = data ? itemsOf(data, hrefOf) : [];
  return (
    <Card title={labels.title} summary={data && labels.summary(data.overdueAfterDays)} busy={busy}>
      {!data && <Skeleton shape="row" count={4} />}
      {data && items.length === 0 && <p>{labels.nothing}</p>}
      {data && items.length > 0 && (
        <BarList
          label={labels.title}
          items={items}
          total={data.states.reduce((sum, { orders }) => sum + orders, 0)}
          busy={busy}
        />
      )}
    </Card>
  );
}

function itemsOf(
  { states, currency }: ReportMoney,
  hrefOf: PayoutStatesCardProps['hrefOf'],
): BarListItem[] {
  const all = states.reduce((sum, { orders }) => sum + orders, 0);
  return states
    .filter(({ orders }) => orders > 0)
    .map(({ state, orders, netSales }) => ({
      id: state,
      name: knownText(texts.states, state, texts.states.unknown),
      href: hrefOf(state),
      value: orders,
      valueText: (
        <span data-payout-state={state} data-value={orders}>
          {labels.orders(formats.number(orders))}
        </span>
      ),
      note: formats.percent(orders / all),
      // A completely returned order has net sales of zero, whatever was paid for it.
      valueNote: Number(netSales) !== 0 && (
        <Tooltip content={formats.money(netSales, currency)}>
          <span>{formats.shortMoney(netSales, currency).text}</span>
        </Tooltip>
      ),
      ...(stateColors[state] !== undefined && { color: stateColors[state] }),
    }));
}
