import { language } from '../../i18n/index.ts';

/** Returns the entry script that an HTML page has for this language, from the table that the build writes. */
export function parseEntry(html: string): string | null {
  const [, name] = new RegExp(`"${language}":{"entry":\\["([^"]+)"`).exec(html) ?? [];
  return name === undefined ? null : `/assets/${name}`;
}

async function entryOfServer(): Promise<string | null> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  return answer.ok ? parseEntry(await answer.text()) : null;
}

export interface VersionPollOptions {
  /** The entry script of this page. */
  readonly own: string | null;
  readonly onNew: () => void;
  /** Returns the server's current entry script, or null if unknown. */
  readonly ask?: () => Promise<string | null>;
  /** Poll interval in milliseconds. */
  readonly every?: number;
}

/**
 * Polls for a newer build at an interval and when the page becomes visible. Calls `onNew` once. Returns the function
 * that stops polling.
 */
export function pollVersion({
  own,
  onNew,
  ask = entryOfServer,
  every = 10 * 60_000,
}: VersionPollOptions): () => void {
  if (own === null) return () => undefined;
  const lifetime = new AbortController();
  let polledAt = Date.now();
  async function poll(): Promise<void> {
    if (document.hidden || !navigator.onLine || Date.now() - polledAt < every) return;
    polledAt = Date.now();
    // Ignores failures; the next poll asks again.
    const latestEntry = await ask().catch(() => null);
    if (lifetime.signal.aborted || latestEntry === null || latestEntry === own) return;
    stop();
    onNew();
  }
  const timer = setInterval(() => void poll(), every);
  function stop() {
    lifetime.abort();
    clearInterval(timer);
  }
  document.addEventListener('visibilitychange', () => void poll(), { signal: lifetime.signal });
  return stop;
}
