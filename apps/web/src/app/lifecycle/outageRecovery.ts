import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/index.ts';

const firstDelayMs = 2_000;
const maxDelayMs = 30_000;

export interface OutageRecoveryOptions {
  readonly queryClient: QueryClient;
  /** Returns whether the server is ready to answer again. */
  readonly isReady: () => Promise<boolean>;
  readonly random?: () => number;
}

/** A block that fails again although the server is ready is left to the user after this many times. */
const maxReloads = 3;

/**
 * Loads the data of visible blocks again once the server is ready after an outage: no response, or 502, 503 or 504.
 * Asks with growing, jittered delays, and only while the page is visible.
 * @returns a function that ends it
 */
export function recoverFromOutages({
  queryClient,
  isReady,
  random = Math.random,
}: OutageRecoveryOptions): () => void {
  const cache = queryClient.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;

  const hasFailures = () => cache.getAll().some(failedInOutage);

  function schedule(attempt: number, reloads: number): void {
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** attempt);
    timer = setTimeout(() => void probe(attempt, reloads), delayMs * (0.5 + random() / 2));
  }

  async function probe(attempt: number, reloads: number): Promise<void> {
    const canReload = hasFailures() && isVisible() && (await isReady().catch(() => false));
    if (canReload) await queryClient.refetchQueries({ predicate: failedInOutage });
    timer = undefined;
    const nextReloads = reloads + (canReload ? 1 : 0);
    if (!isEnded && hasFailures() && nextReloads < maxReloads) schedule(attempt + 1, nextReloads);
  }

  const unsubscribe = cache.subscribe(({ type, query }) => {
    const hasFailed = type === 'updated' && failedInOutage(query);
    if (hasFailed && timer === undefined) schedule(0, 0);
  });
  // A page starts it when it has been shown, and the first responses may have failed by then.
  if (hasFailures()) schedule(0, 0);
  return () => {
    isEnded = true;
    unsubscribe();
    clearTimeout(timer);
  };
}

function failedInOutage(query: Query): boolean {
  const { error, status } = query.state;
  return status === 'error' && query.isActive() && error instanceof ApiError && isOutage(error);
}

function isOutage({ status }: ApiError): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}

function isVisible(): boolean {
  return typeof document === 'undefined' || document.visibilityState === 'visible';
}
