import { parseColorPreset, type ColorPreset } from '../storage.ts';
import { getActivePreset, applyBrand } from './brand.ts';
import { getActiveScheme } from './scheme.ts';

/** The preset that the server wrote into the page, if any; a broken one is as good as none. */
export function readPagePreset(): ColorPreset | undefined {
  try {
    const text = document.getElementById('page-configuration')?.textContent;
    if (!text) return undefined;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('colorPreset' in value)) return undefined;
    return parseColorPreset(value.colorPreset) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Shows the stored or default theme and brand on this page. */
export function applyTheme(): void {
  const root = document.documentElement;
  const scheme = getActiveScheme();
  root.dataset['theme'] = scheme;
  applyBrand(root, getActivePreset(readPagePreset()), scheme);
}
