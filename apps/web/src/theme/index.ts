import { storage, type ColorPreset, type ThemeMode } from '../storage.ts';
import { getActiveScheme } from './scheme.ts';
import { applyTheme } from './applyTheme.ts';

export { createCustomPreset, defaultPreset, getActivePreset, presets } from './brand.ts';
export { getThemeMode, getActiveScheme } from './scheme.ts';
export { readPagePreset, applyTheme } from './applyTheme.ts';
export type { ColorPreset, Scheme, ThemeMode } from '../storage.ts';

const listeners = new Set<() => void>();

function changed(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

/** Stores and shows a theme mode. */
export function setThemeMode(mode: ThemeMode): void {
  storage.appTheme.write(mode);
  storage.colorScheme.write(getActiveScheme());
  changed();
}

/** Stores and shows a colour preset; null goes back to the page's or the default one. */
export function setColorPreset(preset: ColorPreset | null): void {
  if (preset) storage.appColorPreset.write(preset);
  else storage.appColorPreset.remove();
  changed();
}

/** The colour that the person has chosen; null where the page's or the default one counts. */
export function getColorPreset(): ColorPreset | null {
  return storage.appColorPreset.read();
}

/** Calls back when theme or colour changed in this tab. Returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the page in step with the device and with the other tabs. */
export function syncTheme(): void {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  window.addEventListener('storage', (event) => {
    const key = event.key;
    if (
      key === storage.appTheme.key ||
      key === storage.colorScheme.key ||
      key === storage.appColorPreset.key
    ) {
      changed();
    }
  });
}
