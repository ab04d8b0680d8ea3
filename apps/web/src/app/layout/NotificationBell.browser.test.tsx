import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Notification, NotificationList } from '@seller-connect/contract';
import { render } from '@seller-connect/ui/testing/render.tsx';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ClientOptions } from '../../api/client/apiClient.ts';
import { createApiClient, setClients } from '../../api/index.ts';
import { notificationsQuery } from '../../api/queries/sharedQueries.ts';
import { texts as panel } from '../../screens/notifications/texts.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { NotificationBell } from './NotificationBell.tsx';
import { texts } from '../texts.ts';

const item = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'shop_needs_you',
  tone: 'negative',
  title: `Gian hàng ${id}`,
  text: 'Liên kết lại để tiếp tục cập nhật số liệu.',
  action: { label: 'Liên kết lại', href: '#connect' },
  at: new Date().toISOString(),
  readAt: null,
  alertRuleId: null,
  resolvedAt: null,
  ...more,
});

function renderBell(fetch: NonNullable<ClientOptions['fetch']>) {
  const client = createApiClient({
    base: 'https://app.test',
    token: () => '',
    language: 'vi',
    onFailure: () => undefined,
    fetch,
  });
  setClients({ core: client, catalogue: client });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <NotificationBell />
    </QueryClientProvider>,
  );
  return queries;
}

/** Renders the bell with a list of notifications. Returns the recorded requests. */
function show(list: NotificationList | null, older: readonly Notification[] = []) {
  const requests: string[] = [];
  let current = list;
  renderBell((input, init) => {
    const { pathname, search } = new URL(new Request(input).url);
    requests.push(`${init?.method ?? 'GET'} ${pathname}${search}`);
    if (init?.method === 'POST') {
      const readAt = new Date().toISOString();
      if (current) {
        const items = current.items.map((each) => ({ ...each, readAt }));
        current = { ...current, items, unread: 0 };
      }
      return Promise.resolve(Response.json({ unread: 0 }));
    }
    if (search !== '') {
      return Promise.resolve(Response.json({ items: older, unread: 0, nextCursor: null }));
    }
    return Promise.resolve(
      current ? Response.json(current) : Response.json({ message: 'no' }, { status: 500 }),
    );
  });
  return requests;
}

/** Renders the bell with a list that the server pages two at a time; the cursor is the last id. */
function showPages(ids: readonly string[]) {
  const queries = renderBell((input) => {
    const cursor = new URL(new Request(input).url).searchParams.get('cursor');
    const from = cursor === null ? 0 : ids.indexOf(cursor) + 1;
    const shown = ids.slice(from, from + 2);
    const nextCursor = from + 2 < ids.length ? shown.at(-1) : null;
    const items = shown.map((id) => item(id));
    return Promise.resolve(Response.json({ items, unread: 1, nextCursor }));
  });
  return { queries };
}

const bell = (unread: number) =>
  page.getByRole('button', { name: texts.bell(unread), exact: true });
const opened = () => page.getByRole('dialog', { name: texts.routes.notifications });

it('counts unread notifications, groups them by day, and links to what resolves them', async () => {
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  const items = [item('Hoa Mai'), item('Tre Xanh', { at: yesterday, resolvedAt: yesterday })];
  const requests = show({ items, unread: 1, nextCursor: null });
  await bell(1).click();
  await expect.element(opened().getByText(panel.today)).toBeVisible();
  await expect.element(opened().getByText(panel.yesterday)).toBeVisible();
  const first = opened().getByRole('link', { name: /Gian hàng Hoa Mai/ });
  await expect.element(first).toHaveAttribute('href', '#connect');
  // A resolved notification offers no action.
  const second = opened().getByRole('link', { name: /Gian hàng Tre Xanh/ });
  await expect.element(second.getByText('Liên kết lại', { exact: true })).not.toBeInTheDocument();
  await first.click();
  await expect.element(bell(0)).toBeVisible();
  expect(requests).toContain('POST /user/notifications/Hoa%20Mai/read');
  await expect.element(opened()).not.toBeInTheDocument();
});

it('stays open when a notification is opened in another tab', async () => {
  const requests = show({ items: [item('b'), item('a')], unread: 2, nextCursor: null });
  await bell(2).click();
  const link = opened().getByRole('link', { name: /Gian hàng b/ });
  await expect.element(link).toBeVisible();
  const onClick = (event: MouseEvent) => event.preventDefault();
  document.addEventListener('click', onClick);
  onTestFinished(() => document.removeEventListener('click', onClick));
  await link.click({ modifiers: ['Control'] });
  await expect.poll(() => requests).toContain('POST /user/notifications/b/read');
  await expect.element(opened()).toBeVisible();
});

it('marks all as read up to the newest shown, and loads older ones', async () => {
  const requests = show({ items: [item('b')], unread: 2, nextCursor: 'b' }, [item('a')]);
  await bell(2).click();
  await opened().getByRole('button', { name: panel.older }).click();
  await expect.element(opened().getByRole('link', { name: /Gian hàng a/ })).toBeVisible();
  expect(requests).toContain('GET /user/notifications?cursor=b');
  await opened().getByRole('button', { name: panel.readAll }).click();
  await expect.element(bell(0)).toBeVisible();
  await expect
    .element(opened().getByRole('button', { name: panel.readAll }))
    .not.toBeInTheDocument();
});

it('says each time that older ones could not be loaded, and loads them on a retry', async () => {
  let isUp = false;
  renderBell((input) => {
    const isOlder = new URL(new Request(input).url).searchParams.has('cursor');
    if (isOlder && !isUp) return Promise.resolve(new Response(null, { status: 503 }));
    const items = [item(isOlder ? 'a' : 'b')];
    return Promise.resolve(Response.json({ items, unread: 1, nextCursor: isOlder ? null : 'b' }));
  });
  await bell(1).click();
  await opened().getByRole('button', { name: panel.older }).click();
  await expect.element(opened().getByText(panel.failed)).toBeVisible();
  isUp = true;
  await opened().getByRole('button', { name: sharedTexts.tryAgain }).click();
  await expect.element(opened().getByRole('link', { name: /Gian hàng a/ })).toBeVisible();
  await expect.element(opened().getByRole('link', { name: /Gian hàng b/ })).toBeVisible();
  await expect.element(opened().getByText(panel.failed)).not.toBeInTheDocument();
});

it('keeps every notification when a new one shifts the pages', async () => {
  const all = ['e', 'd', 'c', 'b', 'a'];
  const { queries } = showPages(all);
  await bell(1).click();
  await opened().getByRole('button', { name: panel.older }).click();
  const titles = () =>
    opened()
      .getByRole('link', { name: /^.*Gian hàng/ })
      .elements()
      .map((link) => /Gian hàng (\w)/.exec(link.textContent)?.[1]);
  await expect.poll(titles).toEqual(['e', 'd', 'c', 'b']);
  all.unshift('f');
  await queries.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  await expect.poll(titles).toEqual(['f', 'e', 'd', 'c']);
  await opened().getByRole('button', { name: panel.older }).click();
  await expect.poll(titles).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
  // After closing, the bell fetches only the first page.
  await userEvent.keyboard('{Escape}');
  await expect.element(opened()).not.toBeInTheDocument();
  expect(queries.getQueryData(notificationsQuery.queryKey)?.pages).toHaveLength(1);
});

it('works by keyboard: Enter opens, Tab moves through, Escape closes and returns the focus', async () => {
  show({ items: [item('Hoa Mai')], unread: 1, nextCursor: null });
  await expect.element(bell(1)).toBeVisible();
  await userEvent.tab();
  await expect.element(bell(1)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(opened().getByRole('heading', { name: panel.title })).toBeVisible();
  await userEvent.tab();
  await expect.element(opened().getByRole('button', { name: panel.readAll })).toHaveFocus();
  await userEvent.tab();
  await expect.element(opened().getByRole('link', { name: /Hoa Mai/ })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(opened()).not.toBeInTheDocument();
  await expect.element(bell(1)).toHaveFocus();
});

it('shows many finished first syncs as one row that unfolds', async () => {
  const done = ['A', 'B', 'C'].map((id) => item(id, { kind: 'first_sync_done', tone: 'positive' }));
  show({ items: done, unread: 3, nextCursor: null });
  await bell(3).click();
  const row = opened().getByText(panel.firstSyncs(3), { exact: false });
  await expect.element(row).toBeVisible();
  const links = opened().getByRole('link', { name: /Gian hàng/ });
  expect(links.elements()).toEqual([]);
  await row.click();
  await expect.poll(() => links.elements()).toHaveLength(3);
});

it('says when there are no notifications', async () => {
  show({ items: [], unread: 0, nextCursor: null });
  await bell(0).click();
  await expect.element(opened().getByText(panel.empty)).toBeVisible();
});

it('offers a retry if the list fails to load', async () => {
  show(null);
  await bell(0).click();
  await expect.element(opened().getByText(panel.failed)).toBeVisible();
  await expect.element(opened().getByRole('button', { name: sharedTexts.tryAgain })).toBeVisible();
});
