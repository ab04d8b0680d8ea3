import type { SavedView } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sharedTexts } from '../i18n/index.ts';
import { useUrlState, type UrlFilters } from '../lists/useUrlState.ts';
import { anotherTab } from '../testing/anotherTab.ts';
import { renderScreen } from '../testing/renderScreen.tsx';
import ViewScreen from '../screens/view/ViewScreen.tsx';
import { SavedViewsButton } from './SavedViewsButton.tsx';
import { texts } from './texts.ts';
import { goneShopOf, viewHref } from './viewAddress.ts';

const shop = { id: '00000000-0000-4000-8000-000000000001', name: 'Hoa Mai' };
const goneShop = '00000000-0000-4000-8000-000000000002';
const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id: `00000000-0000-4000-9000-00000000000${id}`,
  name: `View ${id}`,
  path: '/',
  search: 'period=7d',
  isShared: false,
  isOwn: true,
  canChange: true,
  owner: null,
  changedAt: '2026-11-20T00:00:00.000Z',
  ...more,
});

interface Filters {
  readonly period: string;
  readonly shop: string;
}
const filtersInUrl: UrlFilters<Filters> = {
  parse: ({ period, shop: chosen }) => ({
    period: typeof period === 'string' ? period : '28d',
    shop: typeof chosen === 'string' ? chosen : '',
  }),
  toSearchParams: ({ period, shop: chosen }) => ({
    ...(period === '28d' ? {} : { period }),
    ...(chosen === '' ? {} : { shop: chosen }),
  }),
};

function SampleScreen() {
  const { filters, set } = useUrlState('/', filtersInUrl);
  return (
    <>
      <SavedViewsButton path="/" url={filtersInUrl} filters={filters} />
      <button type="button" onClick={() => set({ period: '90d' })}>
        90 days
      </button>
    </>
  );
}

interface Server {
  views: SavedView[];
  role?: string;
  /** Changes wait for it. */
  until?: Promise<void>;
}

/** Renders the screen with a server that keeps views. */
function show(server: Server, at = '/', screen = SampleScreen, path = '/') {
  let deleted: SavedView[] = [];
  return renderScreen({
    screen,
    path,
    at,
    async answer({ method, url, body }) {
      if (method !== 'GET') await server.until;
      const [, , , id, restored] = url.pathname.split('/');
      if (url.pathname === '/partner/shops') return Response.json({ items: [shop], total: 1 });
      if (url.pathname === '/user')
        return Response.json({ team: { name: 'Hoa', role: server.role ?? 'member' } });
      if (method === 'GET') return Response.json({ items: server.views, maxOwn: 50 });
      if (restored !== undefined) {
        server.views = [...server.views, ...deleted];
        return Response.json(server.views.at(-1));
      }
      if (method === 'DELETE') {
        deleted = server.views.filter((each) => each.id === id);
        server.views = server.views.filter((each) => each.id !== id);
        return new Response(null, { status: 204 });
      }
      const saved =
        id === undefined
          ? { ...view(9), ...Object(body) }
          : { ...server.views.find((each) => each.id === id), ...Object(body) };
      server.views = [...server.views.filter((each) => each.id !== id), saved];
      return Response.json(saved, { status: id === undefined ? 201 : 200 });
    },
  });
}

const button = (name: string, label = texts.menu) =>
  page.getByRole('button', { name: name === label ? name : `${label}: ${name}`, exact: true });
const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });

beforeEach(() => page.viewport(1280, 900));

describe('the menu of saved views', () => {
  it('is loaded when opened, and opens a view of the user or of the team', async () => {
    const shared = view(2, { isOwn: false, canChange: false, owner: 'Lan', name: 'Ours' });
    const { requests, address } = show({ views: [view(1), shared] });
    await expect.element(button(texts.menu)).toBeVisible();
    expect(requests).toEqual([]);
    await button(texts.menu).click();
    const own = page.getByRole('menuitemradio', { name: 'View 1' });
    await expect.element(own).toHaveFocus();
    expect(await violations()).toEqual([]);
    await page.getByRole('menuitemradio', { name: 'Ours' }).click();
    await expect.poll(address).toBe(`/?period=7d&view=${shared.id}`);
    await button('Ours').click();
    for (const name of [texts.actions.rename, texts.actions.remove, texts.actions.share]) {
      expect(entry(name).query()).toBeNull();
    }
  });

  it('keeps the name and marks it as changed until the view is updated', async () => {
    const { address, requests } = show({ views: [view(1)] }, `/?period=7d&view=${view(1).id}`);
    await expect.element(button('View 1')).toBeVisible();
    await page.getByRole('button', { name: '90 days' }).click();
    await expect.poll(address).toBe(`/?period=90d&view=${view(1).id}`);
    await button('View 1', texts.changedMenu).click();
    await entry(texts.update('View 1')).click();
    await expect.element(button('View 1')).toBeVisible();
    expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
      url: `/reporting/views/${view(1).id}`,
      body: { search: 'period=90d' },
    });
  });

  it('saves the current filters under a name, by keyboard', async () => {
    const server: Server = { views: [] };
    const { address, requests } = show(server, '/?period=7d');
    await expect.element(button(texts.menu)).toBeVisible();
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(page.getByText(texts.none)).toBeVisible();
    await expect.element(entry(texts.actions.saveNew)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: texts.dialog.name })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('textbox', { name: texts.dialog.name })).toHaveFocus();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.keyboard('Week');
    await page.getByRole('checkbox', { name: texts.dialog.share }).click();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: sharedTexts.save }).click();
    await expect.element(button('Week')).toBeVisible();
    expect(address()).toBe(`/?period=7d&view=${view(9).id}`);
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Week',
      path: '/',
      search: 'period=7d',
      isShared: true,
    });
  });

  it('deletes a view and restores it together with its report emails', async () => {
    const messages = anotherTab();
    const { address } = show({ views: [view(1)] }, `/?period=7d&view=${view(1).id}`);
    await button('View 1').click();
    await entry(texts.actions.remove).click();
    await expect.element(button(texts.menu)).toBeVisible();
    expect(address()).toBe('/?period=7d');
    await page.getByRole('button', { name: sharedTexts.undo }).click();
    await expect.element(page.getByText(texts.restored('View 1'))).toBeVisible();
    await button(texts.menu).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'View 1' })).toBeVisible();
    await expect.poll(() => messages).toContainEqual(['listSavedViews', 'listReportSchedules']);
  });

  it('offers a viewer no sharing', async () => {
    show({ views: [view(1)], role: 'viewer' }, `/?period=7d&view=${view(1).id}`);
    await button('View 1').click();
    await expect.element(entry(texts.actions.rename)).toBeVisible();
    expect(entry(texts.actions.share).query()).toBeNull();
  });

  it('says that a shop of the view is gone, and opens it without the shop', async () => {
    const search = `period=7d&shop=${goneShop}`;
    const { address } = show({ views: [view(1, { search })] }, `/?${search}&view=${view(1).id}`);
    await expect.element(page.getByText(texts.shopGone('View 1'))).toBeVisible();
    await expect.poll(address).toBe(`/?period=7d&view=${view(1).id}`);
  });

  it('says that one of several shops is gone, and opens it with the others', () => {
    const left = shop.id;
    const search = `shops=${left}%2C${goneShop}`;
    expect(goneShopOf({ search }, [{ id: left }])).toBe(goneShop);
    expect(goneShopOf({ search }, undefined)).toBeNull();
    expect(viewHref(view(1, { search }), [{ id: left }])).toBe(
      `/?shops=${left}&view=${view(1).id}`,
    );
  });

  it('says that the views could not be loaded, with a retry', async () => {
    let fails = true;
    renderScreen({
      screen: SampleScreen,
      path: '/',
      at: '/',
      answer: ({ url }) =>
        url.pathname === '/reporting/views' && !fails
          ? Response.json({ items: [view(1)], maxOwn: 50 })
          : new Response(null, { status: 500 }),
    });
    await button(texts.menu).click();
    await expect.element(page.getByText(texts.failed)).toBeVisible();
    fails = false;
    await entry(texts.actions.retry).click();
    await button(texts.menu).click();
    await expect.element(page.getByRole('menuitemradio', { name: 'View 1' })).toBeVisible();
  });
});

describe('the link to a view', () => {
  it('opens the view with its current filters', async () => {
    const { address } = show(
      { views: [view(1)] },
      `/views/${view(1).id}`,
      ViewScreen,
      '/views/:viewId',
    );
    await expect.poll(address).toBe(`/?period=7d&view=${view(1).id}`);
  });

  it('finds a view that was saved after the page had fetched the others', async () => {
    const server: Server = { views: [] };
    const { address, go } = show(server, `/views/${view(2).id}`, ViewScreen, '/views/:viewId');
    await expect.element(page.getByText(texts.unknown.title)).toBeVisible();
    server.views = [view(1)];
    go('/elsewhere');
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    const unknown = new MutationObserver(() => {
      if (document.body.textContent.includes(texts.unknown.title)) seen += 1;
    });
    let seen = 0;
    unknown.observe(document.body, { childList: true, subtree: true });
    go(`/views/${view(1).id}`);
    await expect.poll(address).toBe(`/?period=7d&view=${view(1).id}`);
    unknown.disconnect();
    expect(seen).toBe(0);
  });

  it('says so if the view is deleted or private', async () => {
    show({ views: [] }, `/views/${view(1).id}`, ViewScreen, '/views/:viewId');
    const heading = page.getByRole('heading', { level: 1, name: texts.unknown.title });
    await expect.element(heading).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});

it('what is typed while a new view is saved becomes its next name', async () => {
  const saving = Promise.withResolvers<void>();
  const { requests } = show({ views: [], until: saving.promise });
  await button(texts.menu).click();
  await entry(texts.actions.saveNew).click();
  const name = page.getByLabelText(texts.dialog.name);
  await name.fill('Shopee');
  const save = page.getByRole('button', { name: sharedTexts.save, exact: true });
  await save.click();
  await name.fill('Shopee, 7 ngày');
  saving.resolve();
  await expect.element(page.getByText(texts.dialog.saved('Shopee'))).toBeVisible();
  await expect.element(name).toHaveValue('Shopee, 7 ngày');
  await expect.element(save).not.toHaveAttribute('aria-busy');
  await save.click();
  await expect.element(page.getByText(texts.dialog.renamed('Shopee, 7 ngày'))).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  const sent = requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  expect(sent).toEqual(['POST', 'PUT']);
});

describe('a view that is saved or deleted slowly', () => {
  const other = '/elsewhere';
  const isSent = (requests: readonly { method: string }[], method: string) =>
    requests.some((request) => request.method === method);

  it('does not lead back from the screen that was opened meanwhile', async () => {
    const deleting = Promise.withResolvers<void>();
    const server: Server = { views: [view(1)], until: deleting.promise };
    const { address, go, requests } = show(server, `/?period=7d&view=${view(1).id}`);
    await button('View 1').click();
    await entry(texts.actions.remove).click();
    await expect.poll(() => isSent(requests, 'DELETE')).toBe(true);
    go(other);
    await expect.element(page.getByText('elsewhere')).toBeVisible();
    deleting.resolve();
    await expect.element(page.getByText(texts.removed('View 1'))).toBeVisible();
    expect(address()).toBe(other);
  });

  it('does not take another view that was opened meanwhile from the address', async () => {
    const deleting = Promise.withResolvers<void>();
    const server: Server = { views: [view(1), view(2)], until: deleting.promise };
    const { address, go, requests } = show(server, `/?period=7d&view=${view(1).id}`);
    await button('View 1').click();
    await entry(texts.actions.remove).click();
    await expect.poll(() => isSent(requests, 'DELETE')).toBe(true);
    go(`/?period=7d&view=${view(2).id}`);
    await expect.element(button('View 2')).toBeVisible();
    deleting.resolve();
    await expect.element(page.getByText(texts.removed('View 1'))).toBeVisible();
    expect(address()).toBe(`/?period=7d&view=${view(2).id}`);
  });

  it('does not replace the filters that were chosen after its dialog was closed', async () => {
    const saving = Promise.withResolvers<void>();
    const { address, requests } = show({ views: [], until: saving.promise }, '/?period=7d');
    await button(texts.menu).click();
    await entry(texts.actions.saveNew).click();
    const name = page.getByLabelText(texts.dialog.name);
    await name.fill('Week');
    await page.getByRole('button', { name: sharedTexts.save, exact: true }).click();
    await expect.poll(() => isSent(requests, 'POST')).toBe(true);
    await page.getByRole('button', { name: sharedTexts.cancel, exact: true }).click();
    await page.getByRole('button', { name: '90 days' }).click();
    await expect.poll(address).toBe('/?period=90d');
    saving.resolve();
    await expect.element(page.getByText(texts.dialog.saved('Week'))).toBeVisible();
    expect(address()).toBe('/?period=90d');
  });
});
