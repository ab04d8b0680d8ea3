import type { Shop } from '@seller-connect/contract';
import { Select } from '@seller-connect/ui';
import { ListFilters } from '../../lists/index.ts';
import { shopOptions } from '../../shops/shopFilter.ts';
import { sorts, type ProductListFilters } from './filters.ts';
import { texts } from './texts.ts';

const all = '';

export interface ProductFilterBarProps {
  readonly filters: ProductListFilters;
  readonly shops: readonly Shop[];
  readonly onChange: (part: Partial<ProductListFilters>) => void;
}

/** Filter by shop and, on a phone, the sort order. */
export function ProductFilterBar({ filters, shops, onChange }: ProductFilterBarProps) {
  const choices = shopOptions(shops);
  return (
    <ListFilters
      count={filters.shop === null ? 0 : 1}
      onClear={() => onChange({ shop: null, sort: 'name' })}
      sort={{
        value: filters.sort,
        initial: 'name',
        names: texts.sorts,
        sorts,
        onSort: (sort) => onChange({ sort }),
      }}
    >
      {(compact) =>
        choices.length > 1 && (
          <Select
            compact={compact}
            label={texts.shop}
            value={filters.shop ?? all}
            options={[{ value: all, label: texts.anyShop }, ...choices]}
            onValueChange={(shop) => onChange({ shop: shop === all ? null : shop })}
          />
        )
      }
    </ListFilters>
  );
}
