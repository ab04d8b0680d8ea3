import { brandShades } from '@seller-connect/ui/color.ts';
import type { ColorPreset, Scheme } from '../storage.ts';
import { defaultPreset, getActivePreset } from './brand.ts';
import { readPagePreset } from './pagePreset.ts';
import { getActiveScheme } from './scheme.ts';

declare global {
  interface Window {
    /** The function below, which only the script in the page's head contains. */
    applyTheme?: (scheme?: Scheme) => void;
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

/** Sets the brand shades on the root element. Those of the default preset are in the stylesheet. */
function applyBrand(root: HTMLElement, preset: ColorPreset, scheme: Scheme): void {
  const isDefault =
    preset.primary.toLowerCase() === defaultPreset.primary.toLowerCase() &&
    preset.secondary.toLowerCase() === defaultPreset.secondary.toLowerCase();
  for (const [name, value] of Object.entries(brandShades(preset, scheme))) {
    if (isDefault) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
}
