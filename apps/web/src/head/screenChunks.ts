import { hasStoredUser } from '../storage.ts';

/** Returns the files of a path's initial screen from the table that the build writes. */
export function chunkFilesFor(table: string, path: string): string[] {
  const value: unknown = JSON.parse(table);
  if (typeof value !== 'object' || value === null) return [];
  const files = new Map<string, unknown>(Object.entries(value)).get(path);
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

/**
 * Preloads the chunks of this page's screen in parallel with the entry, which saves a round trip. Skipped
 * without a stored user, because the page will redirect to the login.
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
