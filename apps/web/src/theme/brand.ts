import { brandShades, defaultBrand } from '@seller-connect/ui/color.ts';
import { storage, type ColorPreset, type Scheme } from '../storage.ts';

/** Spec 3: the preset if neither the page nor the user sets another one. */
export const defaultPreset: ColorPreset = {
  id: 'default',
  name: 'Seller Connect',
  primary: defaultBrand.primary,
  secondary: defaultBrand.secondary,
};

/** Presets offered in the settings; their names are keys of that screen's texts. */
export const presets = [
  defaultPreset,
  { id: 'indigo', name: 'indigo', primary: '#4f46e5', secondary: '#4338ca' },
  { id: 'teal', name: 'teal', primary: '#0d9488', secondary: '#0f766e' },
  { id: 'green', name: 'green', primary: '#16a34a', secondary: '#15803d' },
  { id: 'orange', name: 'orange', primary: '#ea580c', secondary: '#c2410c' },
  { id: 'rose', name: 'rose', primary: '#e11d48', secondary: '#be123c' },
] as const satisfies readonly ColorPreset[];

/** Creates a preset from a single color; the hover shade is derived from it. */
export function createCustomPreset(primary: string): ColorPreset {
  return { id: 'custom', name: 'custom', primary, secondary: primary };
}

/** Returns the user's preset, else the page's, else the default. */
export function getActivePreset(fromPage: ColorPreset | undefined): ColorPreset {
  return storage.appColorPreset.read() ?? fromPage ?? defaultPreset;
}

/** Sets the brand shades on the root element. Those of the default preset are in the stylesheet. */
export function applyBrand(root: HTMLElement, preset: ColorPreset, scheme: Scheme): void {
  const isDefault =
    preset.primary.toLowerCase() === defaultPreset.primary.toLowerCase() &&
    preset.secondary.toLowerCase() === defaultPreset.secondary.toLowerCase();
  for (const [name, value] of Object.entries(brandShades(preset, scheme))) {
    if (isDefault) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
}
