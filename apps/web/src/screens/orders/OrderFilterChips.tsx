import { FilterChips, Quiet } from '@seller-connect/ui';
import { formats, partnerName } from '../../i18n/index.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';
import { emptySalesFilters, type OrderListFilters } from './filters.ts';

export interface OrderFilterChipsProps {
  readonly filters: OrderListFilters;
  /** The name of the filtered product; null if unknown. */
  readonly product: string | null;
  readonly onChange: (part: Partial<OrderListFilters>) => void;
}

/** The active filters that no control of the toolbar shows. Each can be removed. */
export function OrderFilterChips({ filters, product, onChange }: OrderFilterChipsProps) {
  const { platform, payout, outcome, sku, hour, until, currency, odd, basis } = filters;
  const { also, alsoFrom, alsoTo } = filters;
  const only = (what: string | null) => what && `${texts.onlySuch} ${what}`;
  const parts = {
    platform: platform && partnerName(platform),
    payout: payout && texts.payouts[payout],
    outcome: only(outcome && texts.ofOutcomes[outcome]),
    sku: only(sku && texts.ofProduct(product ?? sku)),
    hour: only(hour === null ? null : texts.ofHour(`${hour}:00`, `${hour + 1}:00`)),
    until: only(until && texts.untilOnLastDay(until)),
    also:
      also && alsoFrom !== null && alsoTo !== null
        ? only(texts.ofAlso[also](`${formats.day(alsoFrom)} – ${formats.day(alsoTo)}`))
        : null,
    currency: only(currency && texts.inCurrency(currency)),
    odd: odd ? texts.odd : null,
  };
  const chips = (
    ['platform', 'payout', 'outcome', 'sku', 'also', 'hour', 'until', 'currency', 'odd'] as const
  ).flatMap((name) => {
    const text = parts[name];
    const empty = { ...emptySalesFilters, platform: null, odd: false }[name];
    return text === null ? [] : [{ id: name, text, onRemove: () => onChange({ [name]: empty }) }];
  });
  return (
    <div className={styles.ofSales}>
      {basis === 'committed' && <Quiet as="p">{texts.ofSales}</Quiet>}
      <FilterChips label={texts.chosen} chips={chips} removeLabel={texts.leaveOut} />
    </div>
  );
}
