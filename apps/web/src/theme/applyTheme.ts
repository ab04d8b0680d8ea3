import { parseColorPreset, type ColorPreset, type Scheme } from '../storage.ts';
import { getActivePreset, applyBrand } from './brand.ts';
import { getActiveScheme } from './scheme.ts';

/** Returns the preset that the server wrote into the page, or undefined if it is missing or invalid. */
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

/** Applies the stored or default theme and brand to this page, or another scheme. */
export function applyTheme(scheme: Scheme = getActiveScheme()): void {
  const root = document.documentElement;
  root.dataset['theme'] = scheme;
  // The bar of the browser or of the phone takes the color of the header below it.
  const bar = document.querySelector('meta[name="theme-color"]');
  bar?.setAttribute('content', scheme === 'dark' ? '#000000' : '#ffffff');
  applyBrand(root, getActivePreset(readPagePreset()), scheme);
}
