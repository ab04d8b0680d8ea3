/**
 * Why this page is out of date: a new version of the application was installed, or the language was
 * changed in another tab while a form was being filled in here. Both are mended by a reload, and
 * neither forces one.
 */
export type PageNews = 'version' | 'language';

let news: PageNews | null = null;
const listeners = new Set<() => void>();

export function setPageNews(next: PageNews | null): void {
  if (news === next) return;
  news = next;
  for (const listener of listeners) listener();
}

export const pageNews = (): PageNews | null => news;

/** Calls back when there is news, or none any more. Returns the function that stops it. */
export function onPageNews(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
