import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { recoverFromOutages } from './outageRecovery.ts';

const stops: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** A visible block whose calls are answered by `load`, and a server that is ready or not. */
async function openBlock(load: () => Promise<string>, isReady: () => boolean) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const probes = vi.fn(async () => isReady());
  stops.push(recoverFromOutages({ queryClient, isReady: probes, random: () => 1 }));
  const queryFn = vi.fn(load);
  const observer = new QueryObserver(queryClient, { queryKey: ['listBrands', {}], queryFn });
  stops.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  return { observer, calls: queryFn, probes };
}

it.each([0, 502, 503, 504])(
  'refetches a query that failed with %i once the server is ready',
  async (status) => {
    let isUp = false;
    const block = await openBlock(
      async () => {
        if (isUp) return 'data';
        throw new ApiError(status, null);
      },
      () => isUp,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(block.probes.mock.calls.length).toBeGreaterThan(3);
    // The data is not requested before the server is ready, so no second failure is reported.
    expect(block.calls).toHaveBeenCalledTimes(1);
    isUp = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(block.observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'data' });
    const requested = block.probes.mock.calls.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(block.probes).toHaveBeenCalledTimes(requested);
  },
);

it('refetches a query that failed before the recovery was installed', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const queryFn = vi.fn(() => Promise.reject(new ApiError(503, null)));
  const observer = new QueryObserver(queryClient, { queryKey: ['listBrands', {}], queryFn });
  stops.push(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().status).toBe('error');
  stops.push(recoverFromOutages({ queryClient, isReady: async () => true, random: () => 1 }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it.each([400, 404, 500])('does not refetch a query that failed with %i', async (status) => {
  const block = await openBlock(
    () => Promise.reject(new ApiError(status, null)),
    () => true,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(block.probes).not.toHaveBeenCalled();
  expect(block.calls).toHaveBeenCalledTimes(1);
});

it('gives up after three refetches if the query fails although the server is ready', async () => {
  const block = await openBlock(
    () => Promise.reject(new ApiError(503, null)),
    () => true,
  );
  await vi.advanceTimersByTimeAsync(600_000);
  expect(block.calls).toHaveBeenCalledTimes(4);
});
