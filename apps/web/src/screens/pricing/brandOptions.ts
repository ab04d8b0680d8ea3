import type { PriceBrand } from '@seller-connect/contract';
import type { SelectOption } from '@seller-connect/ui';
import { texts } from './texts.ts';

/** The brands that a product may be put under, and the one that it has, active or not. */
export function brandOptions(
  choices: readonly PriceBrand[],
  current?: PriceBrand,
): SelectOption<string>[] {
  const known = choices.some((brand) => brand.code === current?.code);
  const list = current && !known ? [current, ...choices] : choices;
  return list.map(({ code, name, status }) => ({
    value: code,
    label: status === 'Active' ? name : texts.inactiveBrand(name),
  }));
}
