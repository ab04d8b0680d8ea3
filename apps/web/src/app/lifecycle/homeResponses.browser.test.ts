import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import {
  earlyKey,
  takeEarlyResponse,
  type EarlyResponse,
} from '../../api/client/earlyResponses.ts';
import { createApiClient, setClients } from '../../api/index.ts';
import { homeRequests } from '../../head/earlyRequests.ts';
import { parseReportFilters } from '../../screens/dashboard/filters/filters.ts';
import { homeShopsQuery, summaryQuery } from '../../screens/dashboard/queries.ts';
import { takeHomeResponses } from './homeResponses.ts';

afterEach(() => {
  delete window.earlyResponses;
});

/** A page whose head has sent Home's requests; `respond` makes the response to each. */
async function start(respond: (path: string) => Promise<Response>) {
  const authorization = 'Bearer core';
  const early = async (path: string): Promise<[string, Promise<EarlyResponse>]> => [
    earlyKey('GET', path),
    respond(path).then((response) => ({ authorization, body: undefined, response })),
  ];
  const byRequest = new Map(await Promise.all(homeRequests.map(early)));
  window.earlyResponses = { plannedAt: performance.now(), byRequest };
  const sent: string[] = [];
  const client = createApiClient({
    base: '',
    token: () => 'core',
    language: 'vi',
    onFailure: () => undefined,
    early: takeEarlyResponse,
    fetch: (input) => {
      sent.push(input instanceof Request ? input.url : input.toString());
      return new Promise(() => {});
    },
  });
  setClients({ core: client, catalogue: client });
  const queryClient = new QueryClient();
  onTestFinished(() => queryClient.clear());
  await takeHomeResponses(queryClient);
  return { queryClient, sent };
}

it('seeds Home’s queries with the responses that arrived before the application', async () => {
  const { queryClient, sent } = await start(async (path) => Response.json({ path }));
  expect(queryClient.getQueryData(summaryQuery(parseReportFilters({}), false).queryKey)).toEqual({
    path: homeRequests[0],
  });
  expect(queryClient.getQueryData(homeShopsQuery.queryKey)).toEqual({ path: homeRequests[1] });
  expect(sent).toEqual([]);
});

it.each([
  ['that is pending', () => new Promise<Response>(() => {})],
  ['that failed', async () => new Response(null, { status: 503 })],
])('does not wait for a response %s', async (_, fail) => {
  const { queryClient } = await start(async (path) =>
    path === '/user' ? fail() : Response.json({ path }),
  );
  expect(queryClient.getQueryState(['getUser'])?.fetchStatus).toBe('fetching');
});

it('does nothing on a page whose head sent no requests', async () => {
  const queryClient = new QueryClient();
  await takeHomeResponses(queryClient);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
