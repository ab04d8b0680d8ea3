import type { Language } from '../i18n/language.ts';
import { hasStoredUser } from '../storage.ts';

/**
 * Returns names from the table of files in `assets` that the build writes: those that a page in this language loads
 * first (`entry`, its script in front), or those of a path's initial screen.
 */
export function listFiles(table: string, language: Language, name: string): string[] {
  const value: unknown = JSON.parse(table);
  const files = fieldOf(fieldOf(value, language), name);
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

/** Returns a field of parsed JSON. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(name)
    : undefined;
}

const addressOf = (file: string) => `/assets/${file}`;

function linkManifest(file: string): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = addressOf(file);
  document.head.append(link);
}

function preload(file: string): HTMLLinkElement {
  const isStyle = file.endsWith('.css');
  const link = document.createElement('link');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = addressOf(file);
  document.head.append(link);
  return link;
}

/** Marks the link of the entry script, whose address identifies the build. */
export const entryLinkId = 'entry-script';

interface LoadOptions {
  /**
   * Called between the files, because a browser opens six connections: after the large scripts of the application, before
   * those of the screen. If it returns a promise, those of the screen wait for it: they are what it shows after the
   * response.
   */
  readonly sendRequests: () => Promise<unknown> | null;
  /** Called if the application cannot be loaded. */
  readonly onFailed: () => void;
}

/**
 * Loads the application in this language. The files of the page's screen are requested in parallel, which saves
 * a round trip, but not without a stored user, because the page will redirect to the login. Pages that name their
 * script themselves have no table.
 */
export function loadPageFiles(language: Language, { sendRequests, onFailed }: LoadOptions): void {
  const table = document.getElementById('page-files')?.textContent;
  const [entry, ...imported] = table ? listFiles(table, language, 'entry') : [];
  if (!table || entry === undefined) {
    void sendRequests();
    return;
  }
  preload(entry).id = entryLinkId;
  for (const file of imported) preload(file);
  const response = sendRequests();
  const screen = hasStoredUser() ? listFiles(table, language, window.location.pathname) : [];
  const preloadScreen = () => screen.forEach(preload);
  if (response) void response.then(preloadScreen);
  else preloadScreen();
  for (const file of listFiles(table, language, 'manifest')) linkManifest(file);
  // It runs when the page has been parsed, like a script that the page names. Trusted Types forbid that a script sets
  // the address of a script element.
  document.addEventListener('DOMContentLoaded', () => {
    import(/* @vite-ignore */ addressOf(entry)).catch(onFailed);
  });
}
