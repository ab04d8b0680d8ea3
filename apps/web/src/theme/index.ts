import { storage, type ColorPreset, type ThemeMode } from '../storage.ts';
import { getActiveScheme } from './scheme.ts';

export { createCustomPreset, defaultPreset, getActivePreset, presets } from './brand.ts';
export { getThemeMode, getActiveScheme } from './scheme.ts';
export { readPagePreset } from './pagePreset.ts';
export type { ColorPreset, ThemeMode } from '../storage.ts';

const listeners = new Set<() => void>();

function changed(): void {
  window.applyTheme?.();
  for (const listener of listeners) listener();
}

/** Stores and applies a theme mode. */
export function setThemeMode(mode: ThemeMode): void {
  storage.appTheme.write(mode);
  storage.colorScheme.write(getActiveScheme());
  changed();
}

/** Stores and applies a color preset. Null restores the page's or the default preset. */
export function setColorPreset(preset: ColorPreset | null): void {
  if (preset) storage.appColorPreset.write(preset);
  else storage.appColorPreset.remove();
  changed();
}

/** Returns the user's color preset, or null if the page's or the default one applies. */
export function getColorPreset(): ColorPreset | null {
  return storage.appColorPreset.read();
}

/** Subscribes to theme and color changes in this tab. Returns a function that unsubscribes. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps the theme in sync with the device and with other tabs. Paper is light. */
export function syncTheme(): void {
  window.addEventListener('beforeprint', () => window.applyTheme?.('light'));
  window.addEventListener('afterprint', () => window.applyTheme?.());
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
  // The device or another tab may have changed the theme while the page loaded.
  changed();
}
