import { hashKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  closeDeviceCopy,
  onDevice,
  openDeviceCopy,
  storeDeviceCopy,
} from '../../api/queries/deviceCopy.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { identityUserPrefix, storage } from '../../storage.ts';
import { summaryQuery } from './queries.ts';
import { parseReportFilters } from './filters/filters.ts';
import { renderHome } from './testing/renderHome.tsx';
import { createSummary, shop, todo } from './testing/sampleReport.ts';

const owner = { sub: 'lan', build: 'a.js' };
const twoHoursMs = 2 * 3_600_000;

/** Stores a copy in which the period had sales, as of two hours before the page was opened. */
function storeCopy(of = owner, ageMs = twoHoursMs): void {
  const at = performance.timeOrigin - ageMs;
  const key = hashKey(summaryQuery(parseReportFilters({}), false).queryKey);
  storage.reportCopy.write({
    owner: [of.sub, '', of.build].join(' '),
    queries: [
      { key, data: createSummary(null), at },
      { key: hashKey(['listShops']), data: { items: [shop], total: 1 }, at },
    ],
  });
}

beforeEach(() => localStorage.setItem(`${identityUserPrefix}web`, '{}'));
afterEach(() => {
  closeDeviceCopy();
  localStorage.clear();
  vi.useRealTimers();
});

const age = () => page.getByText('Bản lưu 2 giờ trước');
const gmv = () => document.querySelector('[data-metric=gmv]')?.getAttribute('data-value') ?? null;

it('the stored metrics are shown with their age until the server responds', async () => {
  storeCopy();
  openDeviceCopy(owner, true);
  const answer = Promise.withResolvers<unknown>();
  renderHome({ '/reporting/summary': () => answer.promise });
  await expect.element(age()).toBeVisible();
  expect(gmv()).toBe(createSummary(null).metrics.gmv.value);
  answer.resolve(createSummary(null));
  await expect.element(age()).not.toBeInTheDocument();
});

it('recent stored metrics are also refetched at once', async () => {
  storeCopy(owner, 1);
  openDeviceCopy(owner, true);
  const requested = Promise.withResolvers<void>();
  renderHome({
    '/reporting/summary': () => {
      requested.resolve();
      return createSummary(null);
    },
  });
  await requested.promise;
  await expect.element(page.getByText(/^Bản lưu/)).not.toBeInTheDocument();
});

it('the stored metrics stay with their age if the server fails', async () => {
  storeCopy();
  openDeviceCopy(owner, true);
  const failure = new Response(null, { status: 503 });
  renderHome({ '/reporting/summary': () => failure.clone() });
  await expect.element(page.getByRole('button', { name: 'Thử lại' }).first()).toBeVisible();
  await expect.element(age()).toBeVisible();
  expect(gmv()).toBe(createSummary(null).metrics.gmv.value);
});

it.each([
  ['another user', { ...owner, sub: 'minh' }],
  ['another build', { ...owner, build: 'b.js' }],
])('a copy of %s is deleted and never shown', (_, of) => {
  storeCopy(of);
  openDeviceCopy(owner, true);
  expect(storage.reportCopy.read()).toBeNull();
  expect(onDevice(queryKey('reportSummary', { period: '28d' })).initialData()).toBeUndefined();
});

it('the report that Home opens with is stored, and no other', async () => {
  const { queries } = renderHome();
  const stop = storeDeviceCopy(queries, owner);
  await expect.poll(() => storage.reportCopy.read()?.queries.length).toBeGreaterThanOrEqual(3);
  stop();
  expect(storage.reportCopy.read()?.queries.map(({ key }) => key)).toContain(
    hashKey(['reportSummary', { period: '28d' }]),
  );
  expect(summaryQuery(parseReportFilters({ period: '7d' }), false)).not.toHaveProperty('meta');
});

/** Stores what a query receives, with fake timers. */
async function receive(data: unknown): Promise<void> {
  vi.useFakeTimers();
  const queries = new QueryClient();
  onTestFinished(storeDeviceCopy(queries, owner));
  await queries.fetchQuery({
    queryKey: queryKey('readTodo'),
    queryFn: async () => data,
    meta: { onDevice: true },
  });
}

it('nothing is stored after the session has ended', async () => {
  await receive(todo);
  localStorage.clear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(storage.reportCopy.read()).toBeNull();
});

it('a copy that is too large is not stored', async () => {
  await receive('x'.repeat(400_000));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(storage.reportCopy.read()).toBeNull();
});

it('what arrived last is stored when the page is left', async () => {
  await receive(todo);
  expect(storage.reportCopy.read()).toBeNull();
  window.dispatchEvent(new Event('pagehide'));
  expect(storage.reportCopy.read()?.queries).toMatchObject([{ data: todo }]);
});
