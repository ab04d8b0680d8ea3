import { parseColourPreset, type ColourPreset } from '../storage.ts';
import { presetInEffect, showBrand } from './brand.ts';
import { schemeInEffect } from './scheme.ts';

/** The preset that the server wrote into the page, if any; a broken one is as good as none. */
export function presetOfPage(): ColourPreset | undefined {
  try {
    const text = document.getElementById('page-configuration')?.textContent;
    if (!text) return undefined;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('colourPreset' in value)) return undefined;
    return parseColourPreset(value.colourPreset) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Shows the stored or default theme and brand on this page. */
export function showTheme(): void {
  const root = document.documentElement;
  const scheme = schemeInEffect();
  root.dataset['theme'] = scheme;
  showBrand(root, presetInEffect(presetOfPage()), scheme);
}
