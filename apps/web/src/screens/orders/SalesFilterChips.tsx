import { Button, CloseIcon } from '@seller-connect/ui';
import styles from './orders.module.css';
import { texts } from './texts.ts';
import { anySales, type OrderView } from './filters.ts';

export interface OfSalesProps {
  readonly view: OrderView;
  /** The name of the product that is meant; null where nobody knows it. */
  readonly product: string | null;
  readonly onChange: (part: Partial<OrderView>) => void;
}

/** How a list of sales counts, and what a figure that led to it narrowed it to: each can be left out again. */
export function OfSales({ view, product, onChange }: OfSalesProps) {
  const { fate, sku, hour, currency } = view;
  const parts = {
    fate: fate && texts.ofFates[fate],
    sku: sku && texts.ofProduct(product ?? sku),
    hour: hour === null ? null : texts.ofHour(`${hour}:00`, `${hour + 1}:00`),
    currency: currency && texts.inCurrency(currency),
  };
  return (
    <div className={styles.ofSales}>
      <p className={styles.quiet}>{texts.ofSales}</p>
      {(['fate', 'sku', 'hour', 'currency'] as const).map((name) => {
        const what = parts[name];
        return (
          what !== null && (
            <Button
              key={name}
              size="small"
              icon={<CloseIcon />}
              aria-label={texts.leaveOut(`${texts.onlySuch} ${what}`)}
              onClick={() => onChange({ [name]: anySales[name] })}
            >
              {`${texts.onlySuch} ${what}`}
            </Button>
          )
        );
      })}
    </div>
  );
}
