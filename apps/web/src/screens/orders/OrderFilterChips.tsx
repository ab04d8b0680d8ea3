import { Button, CloseIcon } from '@seller-connect/ui';
import styles from './orders.module.css';
import { texts } from './texts.ts';
import { emptySalesFilters, type OrderListFilters } from './filters.ts';

export interface SalesFilterChipsProps {
  readonly filters: OrderListFilters;
  /** The name of the filtered product; null if unknown. */
  readonly product: string | null;
  readonly onChange: (part: Partial<OrderListFilters>) => void;
}

/** The filters that apply only to sales, set by links from the report. Each can be removed. */
export function SalesFilterChips({ filters, product, onChange }: SalesFilterChipsProps) {
  const { outcome, sku, hour, currency } = filters;
  const parts = {
    outcome: outcome && texts.ofOutcomes[outcome],
    sku: sku && texts.ofProduct(product ?? sku),
    hour: hour === null ? null : texts.ofHour(`${hour}:00`, `${hour + 1}:00`),
    currency: currency && texts.inCurrency(currency),
  };
  return (
    <div className={styles.ofSales}>
      <p className={styles.quiet}>{texts.ofSales}</p>
      {(['outcome', 'sku', 'hour', 'currency'] as const).map((name) => {
        const what = parts[name];
        return (
          what !== null && (
            <Button
              key={name}
              size="small"
              icon={<CloseIcon />}
              aria-label={texts.leaveOut(`${texts.onlySuch} ${what}`)}
              onClick={() => onChange({ [name]: emptySalesFilters[name] })}
            >
              {`${texts.onlySuch} ${what}`}
            </Button>
          )
        );
      })}
    </div>
  );
}
