import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SyncStatus } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { useState } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { refetchDebounceMs, useRefetchOnSync } from './queries.ts';
import { syncing } from './testing/sampleReport.ts';

/** A completed sync whose last push arrived at an instant. */
function read(hintedAt: string | null): SyncStatus {
  const data = syncing(true);
  return {
    ...data,
    synced: true,
    shops: data.shops.map((shop) => ({
      ...shop,
      streams: shop.streams.map((stream) => ({
        ...stream,
        updates: { live: true, everyMinutes: 8, hintedAt },
      })),
    })),
  };
}

interface Steps {
  readonly states: readonly (SyncStatus | undefined)[];
  /** The report lacks days. */
  readonly isBehind?: boolean;
}

function SyncStepper({ states, isBehind = false }: Steps) {
  const [place, setPlace] = useState(0);
  const synced = states[place];
  useRefetchOnSync(synced?.synced === false, synced, isBehind);
  return (
    <button type="button" onClick={() => setPlace(place + 1)}>
      {place}
    </button>
  );
}

/** Steps through the states and returns how often the report was refetched. */
async function countRefetches(states: Steps['states'], isBehind = false): Promise<number> {
  const queries = new QueryClient();
  let refetchCount = 0;
  await queries.fetchQuery({ queryKey: queryKey('reportSummary', {}), queryFn: () => 'figures' });
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.isInvalidated) refetchCount += 1;
  });
  // The test controls when a burst ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  render(
    <QueryClientProvider client={queries}>
      <SyncStepper states={states} isBehind={isBehind} />
    </QueryClientProvider>,
  );
  for (let place = 1; place < states.length; place += 1) {
    await page.getByRole('button').click();
    await expect.element(page.getByRole('button')).toHaveTextContent(String(place));
  }
  // Not all timers: those of other files on this page may renew themselves for ever.
  vi.advanceTimersByTime(2 * refetchDebounceMs);
  return refetchCount;
}

describe('the metrics of the report', () => {
  it('are refetched once for a burst of pushes', async () => {
    const states = [read(null), read('2026-11-11T05:00:00Z'), read('2026-11-11T05:00:01Z')];
    expect(await countRefetches(states)).toBe(1);
  });

  it('are refetched at the end of a sync', async () => {
    expect(await countRefetches([syncing(true), read(null)])).toBe(1);
  });

  it('are refetched once if days are missing and the sync ended before its state was known', async () => {
    expect(await countRefetches([undefined, read(null), read(null)], true)).toBe(1);
  });

  it('are left to polling while a sync runs', async () => {
    expect(await countRefetches([undefined, syncing(true)], true)).toBe(0);
  });

  it('are not refetched if nothing was synced', async () => {
    expect(await countRefetches([undefined, read(null), read(null)])).toBe(0);
  });
});
