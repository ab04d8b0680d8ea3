import type { Shop } from '@seller-connect/contract';
import { Select, SegmentedControl } from '@seller-connect/ui';
import { shopOptions } from '../../api/shopOptions.ts';
import styles from './Filters.module.css';
import { texts } from './texts.ts';
import type { ReportView } from './view.ts';

export interface FiltersProps {
  readonly view: ReportView;
  readonly shops: readonly Shop[];
  /** Those that the shops sell in. */
  readonly currencies: readonly string[];
  readonly onChange: (view: ReportView) => void;
}

const all = '';

/** One shop or all; one currency, where the shops sell in several. Nothing where there is no choice. */
export function Filters({ view, shops, currencies, onChange }: FiltersProps) {
  const { shop, currency, ...rest } = view;
  const choices = shopOptions(shops);
  return (
    <div className={styles.filters}>
      {currencies.length > 1 && (
        <SegmentedControl
          label={texts.currency}
          value={currency ?? currencies[0] ?? null}
          options={currencies.map((value) => ({ value, label: value }))}
          onValueChange={(chosen) =>
            onChange({ ...rest, ...(shop === undefined ? {} : { shop }), currency: chosen })
          }
        />
      )}
      {choices.length > 1 && (
        <Select
          label={texts.shop}
          compact
          value={shop ?? all}
          options={[{ value: all, label: texts.allShops }, ...choices]}
          onValueChange={(chosen) =>
            onChange({ ...rest, ...(chosen === all ? {} : { shop: chosen }) })
          }
        />
      )}
    </div>
  );
}
