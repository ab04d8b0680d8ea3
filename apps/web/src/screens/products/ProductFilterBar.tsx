import type { Shop } from '@seller-connect/contract';
import { ListFilters, FilterSelect } from '../../lists/index.ts';
import { shopOptions } from '../../shops/shopFilter.ts';
import { sorts, type ProductListFilters } from './filters.ts';
import { texts } from './texts.ts';

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
        sorts,
        names: texts.sorts,
        onSort: (sort) => onChange({ sort }),
      }}
    >
      {(compact) =>
        choices.length > 1 && (
          <FilterSelect
            compact={compact}
            label={texts.shop}
            all={texts.anyShop}
            value={filters.shop}
            options={choices}
            onValueChange={(shop) => onChange({ shop })}
          />
        )
      }
    </ListFilters>
  );
}
