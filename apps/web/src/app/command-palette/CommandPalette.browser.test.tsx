import { violations } from '@seller-connect/ui/testing/render.tsx';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sharedTexts } from '../../i18n/index.ts';
import { setCommandPaletteOpen } from './CommandPaletteHost.tsx';
import { signedOutAuth, renderApp } from '../testing/renderApp.tsx';
import { texts as app } from '../texts.ts';
import { texts } from './texts.ts';

const shop = {
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'LAZADA',
  externalShopId: '200164501',
  name: 'Đồ Gia Dụng Hoa Mai',
  status: 'connected',
};
const answers = {
  'GET /partner/shops': { items: [shop], total: 1 },
  'GET /reporting/orders': { items: [], total: 0, more: false },
  'GET /reporting/listings': { items: [], total: 0 },
  'GET /partner/available': { items: [{ platform: 'LAZADA', available: true }], total: 1 },
};

const field = () => page.getByRole('combobox', { name: texts.title });
const options = () => page.getByRole('option');
const optionNames = () =>
  options()
    .elements()
    .map((option) => option.textContent);

async function openByKeys(): Promise<void> {
  await expect.element(page.getByRole('button', { name: app.search })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field()).toHaveFocus();
}

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => {
  setCommandPaletteOpen(false);
  localStorage.clear();
});

describe('the command palette', () => {
  it('opens by its shortcut and from the header, and returns the focus', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('{Escape}');
    await expect.element(field()).not.toBeInTheDocument();
    await page.getByRole('button', { name: app.search }).click();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: app.search })).toHaveFocus();
  });

  it('finds a page without diacritics and opens it by keyboard', async () => {
    const { history } = renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('lien ket gian');
    await expect.poll(optionNames).toContain(app.routes.connect);
    await userEvent.keyboard('{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toBe('/connect'), { timeout: 60_000 });
    await expect.element(field()).not.toBeInTheDocument();
  });

  it.each([
    ['mời nhân viên', 'Nhóm'],
    ['phi san', 'Tiền về và phí'],
    ['ton kho', 'Sản phẩm'],
  ])('finds by “%s” the page where that is: %s', async (query, name) => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.fill(field(), query);
    await expect.poll(() => optionNames()[0]).toContain(name);
  });

  it('finds a shop by đ typed as d, and by its number', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('do gia dung');
    await expect.poll(optionNames).toEqual([`${shop.name}Lazada`]);
    await userEvent.clear(field());
    await userEvent.keyboard('200164501');
    await expect.poll(optionNames).toEqual([`${shop.name}Lazada`]);
  });

  it('finds an order by its number and a product by its SKU, and links to all matches', async () => {
    const order = {
      shopId: shop.id,
      shopName: shop.name,
      platform: 'LAZADA',
      orderId: '486901000000074',
    };
    const product = {
      shopId: shop.id,
      shopName: shop.name,
      platform: 'LAZADA',
      itemId: '1',
      skuId: '2',
      sellerSku: 'GA-1M6',
      name: 'Ga chống thấm',
    };
    const { history, requests } = renderApp('/settings/appearance', {
      answers: {
        ...answers,
        'GET /reporting/orders': { items: [order], total: 12, more: false },
        'GET /reporting/listings': { items: [product], total: 1 },
      },
    });
    await openByKeys();
    await userEvent.fill(field(), '486901000000074');
    await expect
      .poll(optionNames)
      .toEqual([
        `${order.orderId}${shop.name}`,
        texts.searchIn.orders(order.orderId),
        `${product.name}${product.sellerSku}`,
      ]);
    // One request for the whole pasted text.
    expect(requests.filter((call) => call === 'GET /reporting/orders')).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => history.location.pathname).toBe(`/orders/${shop.id}/${order.orderId}`);
    await openByKeys();
    await userEvent.keyboard('GA-1M6');
    await expect.element(options().filter({ hasText: product.name })).toBeVisible();
    await options().filter({ hasText: product.name }).click();
    await expect.poll(() => history.location.href).toBe(`/products?q=GA-1M6&shop=${shop.id}`);
  });

  it('links to the searchable lists if the server fails', async () => {
    const failing = new Response(null, { status: 503 });
    const { history } = renderApp('/settings/appearance', {
      answers: { ...answers, 'GET /reporting/orders': failing, 'GET /reporting/listings': failing },
    });
    await openByKeys();
    await userEvent.keyboard('zzz 12');
    await expect
      .poll(optionNames)
      .toEqual([texts.searchIn.products('zzz 12'), texts.searchIn.orders('zzz 12')]);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => history.location.href).toBe('/products?q=zzz+12');
  });

  it('links to the searchable lists while offline, and does not say that nothing matches', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.fill(field(), shop.externalShopId);
    await expect.poll(optionNames).toEqual([`${shop.name}Lazada`]);
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await userEvent.fill(field(), 'ao-xanh');
    await expect
      .poll(optionNames)
      .toEqual([texts.searchIn.products('ao-xanh'), texts.searchIn.orders('ao-xanh')]);
  });

  it('moves by arrow keys, announces the active option, and wraps around', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    const chosen = () => {
      const id = field().element().getAttribute('aria-activedescendant');
      const option = id === null ? null : document.getElementById(id);
      expect(option?.getAttribute('aria-selected')).toBe('true');
      return option?.textContent;
    };
    await expect.poll(() => options().elements().length).toBeGreaterThan(4);
    const all = optionNames();
    expect(chosen()).toBe(all[0]);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(chosen).toBe(all[1]);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(chosen).toBe(all.at(-1));
  });

  it('keeps the option that was moved to when others arrive above it', async () => {
    const orders = Promise.withResolvers<unknown>();
    const product = {
      ...shop,
      shopId: shop.id,
      shopName: shop.name,
      itemId: '1',
      skuId: '2',
      sellerSku: '',
    };
    renderApp('/settings/appearance', {
      answers: {
        ...answers,
        'GET /reporting/listings': { items: [product, { ...product, itemId: '3' }], total: 2 },
        'GET /reporting/orders': orders.promise,
      },
    });
    await openByKeys();
    await userEvent.fill(field(), '486901000000074');
    await expect.poll(optionNames).toHaveLength(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(options().nth(1)).toHaveAttribute('aria-selected', 'true');
    const order = { ...product, orderId: '486901000000074' };
    orders.resolve({ items: [order], total: 1, more: false });
    await expect.poll(optionNames).toHaveLength(3);
    await expect.element(options().nth(2)).toHaveAttribute('aria-selected', 'true');
  });

  it('runs commands: dark theme, sign out', async () => {
    const { signOut } = renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('dark{Enter}');
    await vi.waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'), {
      timeout: 60_000,
    });
    await openByKeys();
    await userEvent.keyboard('dang xuat{Enter}');
    await vi.waitFor(() => expect(signOut).toHaveBeenCalledOnce(), { timeout: 60_000 });
  });

  it('marks the language of each language name (WCAG 3.1.2)', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('english');
    const name = options().getByText(sharedTexts.languageNames.en, { exact: true });
    await expect.element(name).toHaveAttribute('lang', 'en');
  });

  it('stays open on a drag that began inside, and keeps the page from scrolling', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    const behind = page.elementLocator(document.documentElement);
    const corner = { x: 4, y: 4 };
    await userEvent.dragAndDrop(options().first(), behind, { targetPosition: corner, force: true });
    await expect.element(field()).toBeVisible();
    expect(getComputedStyle(document.documentElement).overflowY).toBe('hidden');
    await behind.click({ position: corner, force: true });
    await expect.element(field()).not.toBeInTheDocument();
    expect(getComputedStyle(document.documentElement).overflowY).not.toBe('hidden');
  });

  it('starts a sync and confirms it', async () => {
    const run = { runId: 'r', state: 'running', startedAt: '', finishedAt: null, shopIds: [] };
    const { requests } = renderApp('/settings/appearance', {
      answers: { ...answers, 'POST /collector/getData': run },
    });
    await openByKeys();
    await userEvent.keyboard('dong bo ngay{Enter}');
    await expect.element(page.getByText(sharedTexts.syncStarted)).toBeVisible();
    expect(requests).toContain('POST /collector/getData');
  });

  it('shows and announces that nothing matches', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await userEvent.keyboard('xyzxyz');
    await expect.element(page.getByText(texts.nothing('xyzxyz'))).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent(texts.found(0));
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
    expect(await violations()).toEqual([]);
  });

  it('has no axe violations in either theme', async () => {
    renderApp('/settings/appearance', { answers });
    await openByKeys();
    await expect.poll(() => options().elements().length).toBeGreaterThan(4);
    expect(await violations()).toEqual([]);
  });

  it('is not available when logged out', async () => {
    renderApp('/404', { session: signedOutAuth });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(field().query()).toBeNull();
    expect(page.getByRole('button', { name: app.search }).query()).toBeNull();
  });

  it('is available on a page that does not exist', async () => {
    const { history } = renderApp('/404', { answers });
    await page.getByRole('button', { name: app.search }).click();
    await expect.element(field()).toHaveFocus();
    await userEvent.keyboard('cai dat{Enter}');
    await vi.waitFor(() => expect(history.location.pathname).toMatch(/^[/]settings/), {
      timeout: 60_000,
    });
  });
});
