import type { OrderTotals } from '@seller-connect/contract';
import { Button, Quiet } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats, sharedTexts } from '../../i18n/index.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

export type OrderTotalsQuery = Pick<UseQueryResult<OrderTotals>, 'data' | 'error' | 'refetch'>;
type CurrencyTotals = NonNullable<OrderTotals['totals']>[number];

/** How many orders are added up; or why they are not. */
export function totalText({ data, error, refetch }: OrderTotalsQuery): ReactNode {
  if (data?.totals === null) return <Quiet>{texts.tooManyToSum}</Quiet>;
  if (data) {
    const orders = data.totals.reduce((all, each) => all + each.orders, 0);
    return texts.total(formats.number(orders));
  }
  if (!error) return texts.adding;
  return (
    <span className={styles.failed}>
      <span>{texts.notAdded}</span>
      <Button size="small" variant="quiet" onClick={() => void refetch()}>
        {sharedTexts.tryAgain}
      </Button>
    </span>
  );
}

/** An amount of each currency, below each other. */
export function currencyLines(
  { data }: OrderTotalsQuery,
  textOf: (totals: CurrencyTotals) => string,
): ReactNode {
  if (!data?.totals) return '–';
  return (
    <span className={styles.sums}>
      {data.totals.map((each) => (
        <span key={each.currency}>{textOf(each)}</span>
      ))}
    </span>
  );
}

/** The totals below the cards of a phone. */
export function OrderTotalsLine({ totals }: { readonly totals: OrderTotalsQuery }) {
  return (
    <div className={styles.totals}>
      <span>{totalText(totals)}</span>
      {currencyLines(totals, ({ gmv, currency }) => formats.money(gmv, currency))}
    </div>
  );
}
