import { storage, type Scheme, type ThemeMode } from '../storage.ts';

/** The chosen mode; a stored scheme without a mode counts as the choice. Null before any choice. */
export function getThemeMode(): ThemeMode | null {
  return storage.appTheme.read() ?? storage.colorScheme.read();
}

/** Dark or light, from the choice and the device; the first visit follows the device. */
export function resolveScheme(mode: ThemeMode | null, darkDevice: boolean): Scheme {
  if (mode === 'light' || mode === 'dark') return mode;
  return darkDevice ? 'dark' : 'light';
}

/** Whether the device asks for dark. */
export function isDeviceDark(): boolean {
  return window.matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The scheme that this page should show now. */
export function getActiveScheme(): Scheme {
  return resolveScheme(getThemeMode(), isDeviceDark());
}
