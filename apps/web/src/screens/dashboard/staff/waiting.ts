import type { PriceBrand, PricedBrands } from '@seller-connect/contract';

export interface WaitingBrands {
  /** Active brands that no product with a price has. */
  readonly withoutPrices: readonly PriceBrand[];
  /** Inactive brands whose products still have prices. */
  readonly inactive: PricedBrands['items'];
}

/** Returns the brands on which staff have to act. */
export function waitingBrands({ items, choices }: PricedBrands): WaitingBrands {
  const priced = new Set(items.filter(({ products }) => products > 0).map(({ code }) => code));
  return {
    withoutPrices: choices.filter(({ code, status }) => status === 'Active' && !priced.has(code)),
    inactive: items.filter(({ status, products }) => status === 'Inactive' && products > 0),
  };
}

/** Returns the page of an unsent form, or null for a form that is not of staff. */
export function draftPage(form: string): string | null {
  if (form === 'new brand') return '/brands/new';
  if (form === 'new price') return '/pricing/new';
  const [, kind, id] = /^(brand|price) (.+)$/.exec(form) ?? [];
  if (kind === undefined || id === undefined) return null;
  return `/${kind === 'brand' ? 'brands' : 'pricing'}/${encodeURIComponent(id)}`;
}
