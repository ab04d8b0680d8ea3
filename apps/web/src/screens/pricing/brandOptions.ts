import type { PriceBrand } from '@seller-connect/contract';
import type { SelectOption } from '@seller-connect/ui';
import { texts } from './texts.ts';

/** Returns the brands to which a product may be assigned, including its current one even if inactive. */
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
