import { hasStoredUser } from '../storage.ts';

/** The files of the screen that a path shows first, from the table that the build writes. */
export function chunkFilesFor(table: string, path: string): string[] {
  const value: unknown = JSON.parse(table);
  if (typeof value !== 'object' || value === null) return [];
  const files = new Map<string, unknown>(Object.entries(value)).get(path);
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

/**
 * Asks for the chunks of this page's screen together with the entry and not after it, which saves a
 * round trip. Only for who was signed in before: everybody else is about to leave for the login.
 */
export function preloadScreenChunks(): void {
  const table = document.getElementById('screen-chunks')?.textContent;
  if (!table || !hasStoredUser()) return;
  for (const file of chunkFilesFor(table, window.location.pathname)) {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = `/${file}`;
    document.head.append(link);
  }
}
