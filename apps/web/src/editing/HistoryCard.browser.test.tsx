import { render } from '@seller-connect/ui/testing/render.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sharedTexts } from '../i18n/index.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { texts } from './texts.ts';

const pageSize = 10;

/** Shows the history of a record with this many versions. */
function show(newest: number) {
  const server = { newest, isDown: false };
  const fetchPage = ({ query }: { query: { page: number } }) => {
    if (server.isDown) return Promise.reject(new Error('down'));
    const first = server.newest - (query.page - 1) * pageSize;
    const length = Math.min(pageSize, first);
    const items = Array.from({ length }, (_, index) => ({
      version: first - index,
      changedAt: '2026-11-11T00:00:00.000Z',
      changedBy: 'Hoa',
    }));
    return Promise.resolve({ items, page: query.page, pageSize, total: server.newest });
  };
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <HistoryCard
        title="History"
        historyKey={['brandHistory']}
        fetchPage={fetchPage}
        describeChange={({ version }) => [`Version ${version}`]}
      />
    </QueryClientProvider>,
  );
  return server;
}

const older = page.getByRole('button', { name: texts.history.older });
const versions = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((entry) => Number(/\d+/.exec(entry.textContent)));
const countdown = (from: number) => Array.from({ length: from }, (_, index) => from - index);

it('shows each version once if another user saves one before the older ones are loaded', async () => {
  const server = show(12);
  await expect.element(older).toBeVisible();
  server.newest = 13;
  await older.click();
  await expect.poll(versions).toEqual(countdown(12));
  await expect.element(older).not.toBeInTheDocument();
});

it('loads the older versions when the user tries again after they could not be loaded', async () => {
  const server = show(12);
  await expect.element(older).toBeVisible();
  server.isDown = true;
  await older.click();
  const again = page.getByRole('button', { name: sharedTexts.tryAgain });
  await expect.element(again).toBeVisible();
  server.isDown = false;
  await again.click();
  await expect.poll(versions).toEqual(countdown(12));
});
