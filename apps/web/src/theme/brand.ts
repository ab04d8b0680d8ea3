import { defaultBrand } from '@seller-connect/ui/brandColors.ts';
import { storage, type ColorPreset } from '../storage.ts';

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
