import { storage, type Scheme, type ThemeMode } from '../storage.ts';

/**
 * Returns the chosen mode, or null before any choice. A stored scheme without a mode counts as a choice.
 */
export function getThemeMode(): ThemeMode | null {
  return storage.appTheme.read() ?? storage.colorScheme.read();
}

/** Resolves the scheme from the mode and the device; without a choice it follows the device. */
export function resolveScheme(mode: ThemeMode | null, darkDevice: boolean): Scheme {
  if (mode === 'light' || mode === 'dark') return mode;
  return darkDevice ? 'dark' : 'light';
}

function isDeviceDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Returns the scheme that this page should show now. */
export function getActiveScheme(): Scheme {
  return resolveScheme(getThemeMode(), isDeviceDark());
}
