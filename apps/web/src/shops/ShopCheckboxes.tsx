import type { Shop } from '@seller-connect/contract';
import { Checkbox } from '@seller-connect/ui';
import { shopOptions } from './shopFilter.ts';

export interface ShopCheckboxesProps {
  readonly shops: readonly Shop[];
  /** Ids of the chosen shops. */
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Chooses any of the shops, which are named with their marketplace. */
export function ShopCheckboxes({ shops, chosen, onChange }: ShopCheckboxesProps) {
  return shopOptions(shops).map(({ value, label }) => (
    <Checkbox
      key={value}
      label={label}
      checked={chosen.includes(value)}
      onChange={({ currentTarget: { checked } }) => {
        const others = chosen.filter((id) => id !== value);
        onChange(checked ? [...others, value] : others);
      }}
    />
  ));
}
