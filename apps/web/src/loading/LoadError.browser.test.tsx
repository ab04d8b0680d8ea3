import { Card, Page, PageHeader, retainFocus } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userQuery } from '../api/queries/sharedQueries.ts';
import { sharedTexts } from '../i18n/index.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import { combineFailed, LoadError } from './LoadError.tsx';

/** Renders a part that fails to load until the server is up. */
function show(frame: (part: ReactNode) => ReactNode) {
  const server = { isUp: false, answer: Promise.resolve() };
  onTestFinished(retainFocus());
  renderScreen({
    screen: () => <main>{frame(<Part />)}</main>,
    path: '/',
    at: '/',
    async answer() {
      await server.answer;
      return new Response(server.isUp ? '{}' : null, { status: server.isUp ? 200 : 503 });
    },
  });
  return server;
}

function Part() {
  const query = useQuery({ ...userQuery, retry: false });
  if (query.isError) return <LoadError title="Failed" query={query} />;
  return <p>{query.isPending ? 'Loading' : 'Loaded'}</p>;
}

function PartOfSeveral() {
  const query = useQuery({ ...userQuery, retry: false });
  const failed = combineFailed([query]);
  if (failed) return <LoadError title="Failed" query={failed} />;
  return <p>{query.isPending ? 'Loading' : 'Loaded'}</p>;
}

it.each<{ where: string; frame: (part: ReactNode) => ReactNode }>([
  { where: 'a card', frame: (part) => <Card title="Shops">{part}</Card> },
  {
    where: 'a card of several queries',
    frame: () => (
      <Card title="Shops">
        <PartOfSeveral />
      </Card>
    ),
  },
  {
    where: 'a page',
    frame: (part) => (
      <Page>
        <PageHeader title="Shops" />
        {part}
      </Page>
    ),
  },
])(
  'the focus returns to the button when a retry fails, and to the heading when it succeeds, in $where',
  async ({ frame }) => {
    const server = show(frame);
    const retry = page.getByRole('button', { name: sharedTexts.tryAgain });
    await expect.element(retry).toBeVisible();
    const failure = Promise.withResolvers<void>();
    server.answer = failure.promise;
    retry.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Loading')).toBeVisible();
    failure.resolve();
    await expect.element(retry).toHaveFocus();
    server.isUp = true;
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Loaded')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Shops' })).toHaveFocus();
  },
);
