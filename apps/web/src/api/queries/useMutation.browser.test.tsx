import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anotherTab } from '../../testing/anotherTab.ts';
import { invalidateQueriesByName } from './invalidation.ts';
import { ApiError } from '../client/apiError.ts';
import { queryKey, singleUseQueryOptions, type InvalidatableQuery } from './queryKeys.ts';
import { useMutation } from './useMutation.ts';

interface ShownOptions {
  readonly changes: readonly InvalidatableQuery[];
  readonly act: () => Promise<void>;
}

/** A screen that shows the shops and the user, with a button that runs the mutation. */
function show({ changes, act }: ShownOptions): { readonly requests: string[] } {
  const requests: string[] = [];
  const query = (name: 'listShops' | 'getUser') => ({
    queryKey: queryKey(name),
    queryFn: () => Promise.resolve(requests.push(name)),
  });
  function Screen() {
    const shops = useQuery(query('listShops'));
    const user = useQuery(query('getUser'));
    const change = useMutation({ mutationFn: act, changes });
    return (
      <button onClick={() => change.mutate()} disabled={!shops.data || !user.data}>
        {change.isIdle || change.isPending ? 'change' : 'settled'}
      </button>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  return { requests };
}

const waitUntilFinished = async () =>
  await expect.element(page.getByRole('button', { name: 'settled' })).toBeVisible();
const press = () => page.getByRole('button', { name: 'change' }).click();

it('refetches the queries that it changes, in all tabs, and no others', async () => {
  const messages = anotherTab();
  const { requests } = show({ changes: ['listShops'], act: () => Promise.resolve() });
  await press();
  await waitUntilFinished();
  expect(requests).toEqual(['listShops', 'getUser', 'listShops']);
  await expect.poll(() => messages).toEqual([['listShops']]);
});

it('sends no message to other tabs if it changes nothing', async () => {
  const messages = anotherTab();
  const { requests } = show({ changes: [], act: () => Promise.resolve() });
  await press();
  await waitUntilFinished();
  // Messages arrive in the order in which they were sent.
  new BroadcastChannel('seller-connect.changes').postMessage('end');
  await expect.poll(() => messages).toEqual(['end']);
  expect(requests).toEqual(['listShops', 'getUser']);
});

it.each([
  [422, 1],
  [409, 2],
  [0, 2],
])('after a failure with status %d the shops have been fetched %d times', async (status, times) => {
  const failure = new ApiError(status, null);
  const { requests } = show({ changes: ['listShops'], act: () => Promise.reject(failure) });
  await press();
  await waitUntilFinished();
  expect(requests.filter((name) => name === 'listShops')).toHaveLength(times);
});

it('never resends a single-use code', async () => {
  let sent = 0;
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Exchange() {
    const exchange = useQuery({
      queryKey: queryKey('saveCredential', 'LAZADA', 'code', null),
      queryFn: () => {
        sent += 1;
        return Promise.reject(new Error('linked elsewhere'));
      },
      ...singleUseQueryOptions,
    });
    return <p>{exchange.isError ? exchange.error.message : 'waiting'}</p>;
  }
  function Screen() {
    const [shown, setShown] = useState(true);
    return (
      <>
        <button onClick={() => setShown(!shown)}>toggle</button>
        {shown && <Exchange />}
      </>
    );
  }
  render(
    <QueryClientProvider client={queries}>
      <Screen />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('linked elsewhere')).toBeVisible();
  await queries.invalidateQueries();
  await invalidateQueriesByName(queries, ['saveCredential', 'listShops']);
  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('online'));
  await page.getByRole('button', { name: 'toggle' }).click();
  await page.getByRole('button', { name: 'toggle' }).click();
  await expect.element(page.getByText('linked elsewhere')).toBeVisible();
  expect(sent).toBe(1);
});
