import { createConcurrencyQueue } from '../../platform/http/limits/concurrency-queue.ts';
import { rateLimitKey } from '../../platform/http/limits/request-limiter.ts';
import { readBytes } from '../../platform/read-bytes.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface PictureCacheOptions {
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  /** Size of all pictures in memory. */
  readonly maxTotalBytes?: number;
}

const timeoutMs = 5_000;
const maxPictureBytes = 2_000_000;
const defaultTotalBytes = 32_000_000;
/** After this time, a picture that could not be fetched is tried again. */
const retryAfterMs = 60_000;
const maxFailures = 1_000;
/** Fetches of the process, shared among the addresses that ask. */
const fetchLimits = { total: 8, running: 8, waiting: 200, maxWaitMs: 20_000 };
/** A picture may be for several callers, and is kept also if they leave. */
const unaborted = new AbortController().signal;

/** Types that show a picture and run nothing; SVG is not one of them. */
const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'];

/**
 * Fetches pictures and keeps the most recently used ones in memory. Concurrent requests for one picture share a fetch.
 * Returns null for what is no picture, is too large or cannot be fetched in time; this is remembered for a minute.
 *
 * The fetches are shared fairly among the addresses of callers, not among teams: browsers open a picture without a
 * session, and its link names no team, because it is the same for all.
 * The function throws a `Problem` 429 if too many pictures for an address wait.
 */
export function createPictureCache(
  options: PictureCacheOptions = {},
): (url: string, address: string) => Promise<Picture | null> {
  const { fetch: fetchUrl = fetch, now = Date.now, maxTotalBytes = defaultTotalBytes } = options;
  const known = new Map<string, Picture>();
  const failedAt = new Map<string, number>();
  const running = new Map<string, Promise<Picture | null>>();
  const enqueue = createConcurrencyQueue(fetchLimits);
  let totalBytes = 0;

  function keep(url: string, picture: Picture): void {
    known.set(url, picture);
    totalBytes += picture.bytes.length;
    for (const [oldest, { bytes }] of known) {
      if (totalBytes <= maxTotalBytes) break;
      known.delete(oldest);
      totalBytes -= bytes.length;
    }
  }

  async function load(url: string): Promise<Picture | null> {
    const picture = (await fetchPicture(fetchUrl, url)) ?? (await fetchPicture(fetchUrl, url));
    if (picture) {
      keep(url, picture);
      return picture;
    }
    if (failedAt.size >= maxFailures) failedAt.clear();
    failedAt.set(url, now());
    return null;
  }

  return async (url, address) => {
    const found = known.get(url);
    if (found) {
      // Becomes the most recently used one.
      known.delete(url);
      known.set(url, found);
      return found;
    }
    if (now() - (failedAt.get(url) ?? -Infinity) < retryAfterMs) return null;
    return running.getOrInsertComputed(url, () =>
      enqueue(rateLimitKey(address), unaborted, () => load(url)).finally(() => running.delete(url)),
    );
  };
}

async function fetchPicture(fetchUrl: typeof fetch, url: string): Promise<Picture | null> {
  try {
    const response = await fetchUrl(url, {
      // A redirect could lead to a host that is not allowed.
      redirect: 'error',
      credentials: 'omit',
      headers: { accept: pictureTypes.join(', ') },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!response.ok || !response.body || !pictureTypes.includes(type)) {
      await response.body?.cancel();
      return null;
    }
    const bytes = await readBytes(response.body, maxPictureBytes);
    return bytes && { type, bytes };
  } catch {
    return null;
  }
}
