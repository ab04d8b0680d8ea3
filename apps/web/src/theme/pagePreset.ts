import { parseColorPreset, type ColorPreset } from '../storage.ts';

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
