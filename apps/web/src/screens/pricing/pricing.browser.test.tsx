import type { Price, PriceChangeResult } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/renderScreen.tsx';
import PriceScreen from './PriceScreen.tsx';
import PricingScreen from './PricingScreen.tsx';
import { texts as editingTexts } from '../../editing/texts.ts';
import { texts as listTexts } from '../../lists/texts.ts';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const price = (more: Partial<Price> = {}): Price => ({
  sku: 'AO-01',
  name: 'Áo thun',
  brand: { code: 'HOA', name: 'Hoa Mai', status: 'Active' },
  listPrice: '159000',
  floorPrice: '120000',
  currency: 'VND',
  validFrom: '2026-11-12',
  version: 1,
  updatedAt: '2026-11-12T00:00:00.000Z',
  ...more,
});

const brands = {
  items: [{ code: 'HOA', name: 'Hoa Mai', status: 'Active', products: 41 }],
  choices: [{ code: 'HOA', name: 'Hoa Mai', status: 'Active' }],
  total: 1,
};

beforeEach(() => page.viewport(1024, 768));

it('is a list of cards on a phone, the first in the upper half, with its sort order in a sheet', async () => {
  await page.viewport(390, 844);
  const { address } = renderScreen({
    screen: PricingScreen,
    path: '/pricing',
    at: '/pricing',
    answer: ({ url }) =>
      Response.json(
        url.pathname.endsWith('/brands')
          ? brands
          : { items: [price()], total: 1, page: 1, pageSize: 20 },
      ),
  });
  const card = page.getByRole('list', { name: texts.caption }).getByRole('link');
  await expect.element(card).toHaveAttribute('href', '/pricing/AO-01');
  await expect.element(card.getByText(texts.floorOf('120.000'), { exact: false })).toBeVisible();
  expect(card.element().getBoundingClientRect().bottom).toBeLessThan(844 / 2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  expect(await violations()).toEqual([]);
  await page.getByRole('checkbox', { name: texts.select.row('Áo thun') }).click();
  await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
  await page.getByRole('button', { name: listTexts.filters }).click();
  await page.getByLabelText(listTexts.sort).selectOptions(texts.sorts['-listPrice']);
  await expect.poll(address).toBe('/pricing?sort=-listPrice');
});

describe('changing many prices', () => {
  const row = (
    sku: string,
    outcome: PriceChangeResult['outcome'],
    message = '',
  ): PriceChangeResult => ({
    sku,
    name: `Hàng ${sku}`,
    before: '100000',
    after: outcome === 'changed' ? '90000' : '40000',
    version: 7,
    outcome,
    message,
  });

  it('counts them across pages; previews old, new and difference; reports each row', async () => {
    const rendered = renderScreen({
      screen: PricingScreen,
      path: '/pricing',
      at: '/pricing?q=h%C3%A0ng',
      answer({ url }) {
        if (url.pathname.endsWith('/brands')) return Response.json(brands);
        if (url.pathname.endsWith('/preview')) {
          const items = [row('A', 'changed'), row('B', 'below_floor', 'Thấp hơn giá thấp nhất')];
          return Response.json({ items, total: 41, changed: 1 });
        }
        if (url.pathname.endsWith('/change')) {
          const items = [row('A', 'changed_meanwhile', 'Người khác vừa thay đổi')];
          return Response.json({ items, total: 1, changed: 0 });
        }
        const items = [price(), price({ sku: 'AO-02', name: 'Áo khoác' })];
        return Response.json({ items, total: 41, page: 1, pageSize: 20 });
      },
    });
    await page.getByRole('checkbox', { name: texts.select.row('Áo khoác') }).click();
    await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: texts.select.all('41') }).click();
    await page.getByRole('button', { name: texts.select.change }).click();
    await expect.element(page.getByText(texts.bulk.about('41'))).toBeVisible();

    await page.getByRole('button', { name: texts.bulk.preview }).click();
    await expect.element(page.getByText(texts.bulk.badPercent)).toBeVisible();
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '10');
    await page.getByRole('radio', { name: texts.bulk.down }).click({ force: true });
    await page.getByRole('button', { name: texts.bulk.preview }).click();
    await expect.element(page.getByText('−10.000', { exact: false }).first()).toBeVisible();
    expect(rendered.requests.at(-1)?.body).toEqual({
      adjustment: { kind: 'percent', value: '-10', roundTo: 1000 },
      filter: { search: 'hàng' },
    });
    await expect.element(page.getByText('Thấp hơn giá thấp nhất')).toBeVisible();
    expect(await violations()).toEqual([]);

    await page.getByRole('button', { name: texts.bulk.apply('1') }).click();
    await expect.element(page.getByText(texts.bulk.done('0', '1'))).toBeVisible();
    await expect.element(page.getByText('Người khác vừa thay đổi')).toBeVisible();
    const change = rendered.requests.find((each) => each.url.endsWith('/change'));
    // Only the rows that the preview listed as changed, with the versions that it showed.
    expect(change?.body).toMatchObject({ items: [{ sku: 'A', version: 7 }] });
  });

  it('shows no preview of outdated fields, however late it arrives', async () => {
    const previews: PromiseWithResolvers<Response>[] = [];
    const rendered = renderScreen({
      screen: PricingScreen,
      path: '/pricing',
      at: '/pricing',
      answer({ url }) {
        if (url.pathname.endsWith('/brands')) return Response.json(brands);
        if (url.pathname.endsWith('/preview')) {
          const later = Promise.withResolvers<Response>();
          previews.push(later);
          return later.promise;
        }
        return Response.json({ items: [price()], total: 1, page: 1, pageSize: 20 });
      },
    });
    const report = { items: [row('A', 'changed')], total: 1, changed: 1 };
    const preview = page.getByRole('button', { name: texts.bulk.preview });
    const apply = page.getByRole('button', { name: texts.bulk.apply('1') });
    await page.getByRole('checkbox', { name: texts.select.row('Áo thun') }).click();
    await page.getByRole('button', { name: texts.select.change }).click();
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '10');
    await preview.click();
    await expect.poll(() => previews.length).toBe(1);
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '20');
    await preview.click();
    await expect.poll(() => previews.length).toBe(2);
    previews[0]?.resolve(Response.json({ ...report, total: 3, changed: 3 }));
    previews[1]?.resolve(Response.json(report));
    await expect.element(apply).toBeVisible();
    expect(page.getByRole('button', { name: texts.bulk.apply('3') }).query()).toBeNull();
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '30');
    await expect.element(apply).not.toBeInTheDocument();
    expect(rendered.requests.at(-1)?.body).toMatchObject({ adjustment: { value: '20' } });
  });

  let restored: () => Response;
  /** Selects the only product, and previews its price 10% higher. The change is answered by `changed`. */
  async function previewOne(changed: Promise<Response>) {
    const rendered = renderScreen({
      screen: PricingScreen,
      path: '/pricing',
      at: '/pricing?q=h',
      answer({ url }) {
        if (url.pathname.endsWith('/brands')) return Response.json(brands);
        if (url.pathname.endsWith('/preview')) {
          return Response.json({ items: [row('A', 'changed')], total: 1, changed: 1 });
        }
        if (url.pathname.endsWith('/change')) return changed;
        if (url.pathname.endsWith('/restore')) return restored();
        return Response.json({ items: [price()], total: 1, page: 1, pageSize: 20 });
      },
    });
    await page.getByRole('checkbox', { name: texts.select.row('Áo thun') }).click();
    await page.getByRole('button', { name: texts.select.change }).click();
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '10');
    await page.getByRole('button', { name: texts.bulk.preview }).click();
    await expect.element(page.getByRole('button', { name: texts.bulk.apply('1') })).toBeVisible();
    return rendered;
  }

  it('cannot be cancelled or edited while the prices are being changed', async () => {
    const changed = Promise.withResolvers<Response>();
    await previewOne(changed.promise);
    await page.getByRole('button', { name: texts.bulk.apply('1') }).click();
    await expect.element(page.getByRole('button', { name: sharedTexts.cancel })).toBeDisabled();
    await expect.element(page.getByLabelText(texts.bulk.percent)).toBeDisabled();
    expect(await violations()).toEqual([]);
    const items = [row('A', 'changed')];
    changed.resolve(Response.json({ items, total: 1, changed: 1 }));
    await expect.element(page.getByText(texts.bulk.done('1', '1'))).toBeVisible();
    // The button that had the focus is gone.
    await expect.element(page.getByRole('heading', { name: texts.bulk.title })).toHaveFocus();
  });

  it('is left by the back button for the list and its selection', async () => {
    const rendered = await previewOne(new Promise(() => undefined));
    rendered.back();
    await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
    expect(rendered.address()).toBe('/pricing?q=h');
  });

  it('returns the focus to its button when it is cancelled, and to the heading when it is done', async () => {
    const items = [row('A', 'changed')];
    await previewOne(Promise.resolve(Response.json({ items, total: 1, changed: 1 })));
    await page.getByRole('button', { name: sharedTexts.cancel }).click();
    const change = page.getByRole('button', { name: texts.select.change });
    await expect.element(change).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    await userEvent.fill(page.getByLabelText(texts.bulk.percent), '10');
    await page.getByRole('button', { name: texts.bulk.preview }).click();
    await page.getByRole('button', { name: texts.bulk.apply('1') }).click();
    await page.getByRole('button', { name: texts.bulk.back }).click();
    await expect.element(page.getByRole('heading', { name: texts.title })).toHaveFocus();
    expect(page.getByText(texts.select.chosen('1')).query()).toBeNull();
  });

  it.each(['on its page', 'after the user went back meanwhile'])(
    'is undone where the price is still the one that it set, %s',
    async (where) => {
      const items = [row('A', 'changed'), row('B', 'changed'), row('C', 'below_floor')];
      const changed = Promise.withResolvers<Response>();
      restored = () =>
        Response.json({
          items: [row('A', 'changed'), row('B', 'changed_meanwhile')],
          total: 2,
          changed: 1,
        });
      const rendered = await previewOne(changed.promise);
      await page.getByRole('button', { name: texts.bulk.apply('1') }).click();
      if (where !== 'on its page') {
        rendered.back();
        await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
      }
      changed.resolve(Response.json({ items, total: 3, changed: 2 }));
      await page.getByRole('button', { name: sharedTexts.undo }).click();
      await expect.element(page.getByText(texts.bulk.undone('1', '2'))).toBeVisible();
      await expect.element(page.getByText(texts.bulk.undoneSome)).toBeVisible();
      await expect.element(page.getByRole('heading', { name: texts.title })).toBeVisible();
      const undo = rendered.requests.find((each) => each.url.endsWith('/restore'));
      expect(undo?.body).toEqual({ items: ['A', 'B'].map((sku) => ({ sku, version: 7 })) });
      expect(await violations()).toEqual([]);
    },
  );

  it('reports the result to a user who went back meanwhile', async () => {
    const changed = Promise.withResolvers<Response>();
    const rendered = await previewOne(changed.promise);
    await page.getByRole('button', { name: texts.bulk.apply('1') }).click();
    rendered.back();
    await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
    const items = [row('A', 'changed_meanwhile', 'Người khác vừa thay đổi')];
    changed.resolve(Response.json({ items, total: 1, changed: 0 }));
    await expect.element(page.getByText(texts.bulk.done('0', '1'))).toBeVisible();
  });

  it('clears the selection on another search, and keeps it across pages', async () => {
    const rendered = renderScreen({
      screen: PricingScreen,
      path: '/pricing',
      at: '/pricing',
      answer({ url }) {
        if (url.pathname.endsWith('/brands')) return Response.json(brands);
        const number = Number(url.searchParams.get('page'));
        return Response.json({
          items: [price({ sku: `P-${number}` })],
          total: 41,
          page: number,
          pageSize: 20,
        });
      },
    });
    await page.getByRole('checkbox', { name: texts.select.row('Áo thun') }).click();
    rendered.go('/pricing?page=2');
    await expect.element(page.getByText('P-2')).toBeVisible();
    await expect.element(page.getByText(texts.select.chosen('1'))).toBeVisible();
    rendered.go('/pricing?brand=HOA');
    await expect.element(page.getByText('P-1')).toBeVisible();
    await expect.poll(() => page.getByText(texts.select.chosen('1')).elements().length).toBe(0);
  });
});

describe('a price', () => {
  function show() {
    const server = { price: price() };
    renderScreen({
      screen: PriceScreen,
      path: '/pricing/:sku',
      at: '/pricing/AO-01',
      answer({ method, url, body }) {
        if (url.pathname.endsWith('/brands')) return Response.json(brands);
        if (url.pathname.endsWith('/history')) {
          return Response.json({ items: [], total: 1, page: 1, pageSize: 10 });
        }
        if (method === 'GET') return Response.json(server.price);
        const { version, name, listPrice, floorPrice } = Object(body);
        if (version !== server.price.version) {
          const details = { current: server.price };
          const error = {
            statusCode: 409,
            error: 'changed_meanwhile',
            message: 'm',
            requestId: 'r',
          };
          return Response.json({ ...error, details }, { status: 409 });
        }
        server.price = price({ name, listPrice, floorPrice, version: version + 1 });
        return Response.json(server.price);
      },
    });
    return server;
  }
  const list = () => page.getByLabelText(texts.listPrice);

  it('shows old, new and difference before saving, and saves plain amounts', async () => {
    const server = show();
    await userEvent.fill(list(), '199000');
    const before = page.getByRole('region', { name: texts.beforeSaving });
    await expect
      .poll(() => before.element().textContent)
      .toContain('159.000\u00a0₫ → 199.000\u00a0₫ +40.000\u00a0₫ (+25,2%)');
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect.poll(() => server.price.listPrice).toBe('199000');
    await expect.poll(() => before.elements().length).toBe(0);
  });

  it('groups digits while typing, and keeps the caret at its digit', async () => {
    show();
    await userEvent.click(list());
    await userEvent.keyboard('{Home}{ArrowRight}');
    await userEvent.keyboard('77');
    await expect.element(list()).toHaveValue('17.759.000');
    await userEvent.keyboard('{Backspace}{Backspace}');
    await expect.element(list()).toHaveValue('159.000');
    await userEvent.keyboard('2');
    await expect.element(list()).toHaveValue('1.259.000');
  });

  it('shows both prices on a conflict', async () => {
    await page.viewport(390, 844);
    const server = show();
    await userEvent.fill(list(), '199000');
    server.price = price({ listPrice: '149000', version: 9 });
    await page.getByRole('button', { name: editingTexts.save }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByRole('listitem'))
      .toHaveTextContent('Giá niêm yếtBản của bạn 199.000 ₫ Bản mới nhất 149.000 ₫');
    expect(await violations()).toEqual([]);
    await page.viewport(1280, 800);
    const versions = dialog.getByRole('row', { name: /^Giá niêm yết/ });
    await expect.element(versions).toHaveTextContent('Giá niêm yết199.000 ₫149.000 ₫');
    await dialog.getByRole('button', { name: 'Lưu bản của tôi' }).click();
    await expect.poll(() => server.price).toMatchObject({ listPrice: '199000', version: 10 });
  });

  it('merges changes of other fields, and asks only about those that both changed', async () => {
    const server = show();
    await userEvent.fill(list(), '199000');
    server.price = price({ name: 'Áo thun nam', version: 5 });
    await page.getByRole('button', { name: editingTexts.save }).click();
    await expect
      .poll(() => server.price)
      .toMatchObject({ name: 'Áo thun nam', listPrice: '199000', version: 6 });
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Áo thun nam');
    expect(page.getByRole('dialog').query()).toBeNull();

    await userEvent.fill(list(), '209000');
    server.price = price({ name: 'Áo thun nữ', listPrice: '179000', version: 9 });
    await page.getByRole('button', { name: editingTexts.save }).click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('row', { name: /^Giá niêm yết/ })).toBeVisible();
    expect(dialog.getByText('Áo thun nữ').query()).toBeNull();
    await dialog.getByRole('button', { name: 'Lưu bản của tôi' }).click();
    await expect
      .poll(() => server.price)
      .toMatchObject({ name: 'Áo thun nữ', listPrice: '209000', version: 10 });

    await userEvent.fill(list(), '219000');
    await userEvent.fill(page.getByLabelText(texts.name), 'Áo thun');
    server.price = price({ name: 'Áo thun nữ', listPrice: '189000', version: 11 });
    await page.getByRole('button', { name: editingTexts.save }).click();
    await dialog.getByRole('button', { name: 'Dùng bản mới nhất' }).click();
    await expect.element(list()).toHaveValue('189.000');
    await expect.element(page.getByLabelText(texts.name)).toHaveValue('Áo thun');
  });
});
