import type { ListingSort, Shop } from '@seller-connect/contract';
import { FilterButton, Select, useIsPhone } from '@seller-connect/ui';
import { shopOptions } from '../../shops/shopFilter.ts';
import { sorts, type ProductListFilters } from './filters.ts';
import { texts } from './texts.ts';

const all = '';

export interface ProductFilterBarProps {
  readonly filters: ProductListFilters;
  readonly shops: readonly Shop[];
  readonly onChange: (part: Partial<ProductListFilters>) => void;
}

/** Filter by shop. On a phone, it is in a sheet with the sort order, which the heads of the table choose elsewhere. */
export function ProductFilterBar({ filters, shops, onChange }: ProductFilterBarProps) {
  const isPhone = useIsPhone();
  const choices = shopOptions(shops);
  const shopSelect = choices.length > 1 && (
    <Select
      compact={!isPhone}
      label={texts.shop}
      value={filters.shop ?? all}
      options={[{ value: all, label: texts.anyShop }, ...choices]}
      onValueChange={(shop) => onChange({ shop: shop === all ? null : shop })}
    />
  );
  if (!isPhone) return shopSelect;
  return (
    <FilterButton
      label={texts.filters}
      count={(filters.shop === null ? 0 : 1) + (filters.sort === 'name' ? 0 : 1)}
      activeLabel={texts.activeFilters}
      doneLabel={texts.done}
      clearLabel={texts.clearFilters}
      onClear={() => onChange({ shop: null, sort: 'name' })}
    >
      {shopSelect}
      <Select
        label={texts.sort}
        value={filters.sort}
        options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
        onValueChange={(sort: ListingSort) => onChange({ sort })}
      />
    </FilterButton>
  );
}
