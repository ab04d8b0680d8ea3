/**
 * Which build this page is: the address of its entry, whose name carries the hash of what is in it.
 * Nothing else has to be numbered or remembered.
 */
export function ownEntry(page: ParentNode = document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}

/** The entry that a page's text names. */
export function entryOf(html: string): string | null {
  const [tag = ''] = /<script[^>]*\btype="module"[^>]*>/.exec(html) ?? [];
  return /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? null;
}

async function entryOfServer(): Promise<string | null> {
  const answer = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-cache' });
  return answer.ok ? entryOf(await answer.text()) : null;
}

export interface VersionWatch {
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
export function watchVersion({
  own,
  onNew,
  ask = entryOfServer,
  every = 10 * 60_000,
}: VersionWatch): () => void {
  if (own === null) return () => undefined;
  const ended = new AbortController();
  let askedAt = Date.now();
  async function look(): Promise<void> {
    if (document.hidden || !navigator.onLine || Date.now() - askedAt < every) return;
    askedAt = Date.now();
    // A server that does not answer now is asked again later.
    const there = await ask().catch(() => null);
    if (ended.signal.aborted || there === null || there === own) return;
    stop();
    onNew();
  }
  const timer = setInterval(() => void look(), every);
  function stop() {
    ended.abort();
    clearInterval(timer);
  }
  document.addEventListener('visibilitychange', () => void look(), { signal: ended.signal });
  return stop;
}
