/**
 * Which build this page is: the address of its entry, whose name carries the hash of what is in it.
 * Nothing else has to be numbered or remembered.
 */
export function currentEntry(page: ParentNode = document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** The entry that a page's text names. */
export function parseEntry(html: string): string | null {
  const [tag = ''] = /<script[^>]*\btype="module"[^>]*>/.exec(html) ?? [];
  return /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? null;
}

async function entryOfServer(): Promise<string | null> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  return answer.ok ? parseEntry(await answer.text()) : null;
}

export interface VersionPollOptions {
  /** The entry of this page. */
  readonly own: string | null;
  readonly onNew: () => void;
  /** The entry that the server gives now; null when it does not say. */
  readonly ask?: () => Promise<string | null>;
  /** Milliseconds between two questions. */
  readonly every?: number;
}

/**
 * Asks now and then, and when the page comes into sight again, whether a newer build was installed.
 * Says so once. Returns the function that stops it.
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
    // A server that does not answer now is asked again later.
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
