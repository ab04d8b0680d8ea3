import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { texts as arranging } from '../../arrange/texts.ts';
import OrdersScreen from '../../screens/orders/OrdersScreen.tsx';
import { commonAnswer, row } from '../../screens/orders/testing/sampleOrders.ts';
import { texts as orders } from '../../screens/orders/texts.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import { texts } from '../texts.ts';

const labels = texts.columns;
const { columns } = orders;

beforeEach(() => page.viewport(1280, 800));

const show = (at = '/orders', answer = commonAnswer) =>
  renderScreen({
    screen: OrdersScreen,
    path: '/orders',
    at,
    answer({ url }) {
      if (url.pathname.endsWith('/export')) return new Response('a,b\r\n');
      return (
        answer(url) ??
        Response.json({ items: [row()], total: 1234, more: false, page: 1, pageSize: 20 })
      );
    },
  });

const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent);
const panel = () => page.getByRole('dialog', { name: labels.title });
const totalsRow = () => document.querySelector('tfoot');

describe('the columns of a table', () => {
  it('are selected, ordered and reset by keyboard; address and export follow', async () => {
    const rendered = show('/orders?page=1');
    await expect.poll(heads).toHaveLength(6);
    await page.getByRole('button', { name: labels.title }).click();
    await panel().getByRole('checkbox', { name: columns.netSales }).click();
    await expect.poll(heads).toHaveLength(5);
    await panel().getByRole('checkbox', { name: columns.units }).click();
    await expect.poll(rendered.address).toBe('/orders?cols=order.time.stage.products.gmv.units');
    const up = panel().getByRole('button', { name: arranging.up(columns.gmv) });
    up.element().focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await expect.poll(rendered.address).toBe('/orders?cols=order.time.gmv.stage.products.units');
    await expect.element(up).toHaveFocus();
    await expect
      .element(panel().getByRole('status'))
      .toHaveTextContent(arranging.place(columns.gmv, 2, 5));
    expect(await violations()).toEqual([]);
    await panel().getByLabelText(labels.frozen).selectOptions(labels.frozenCounts(2));
    await expect
      .poll(rendered.address)
      .toBe('/orders?cols=order.time.gmv.stage.products.units&freeze=2');
    await panel().getByRole('button', { name: labels.done }).click();
    await page.getByRole('button', { name: texts.download }).click();
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    await expect
      .poll(() => rendered.requests.map(({ url }) => url).find((url) => url.includes('/export')))
      .toContain(
        `fields=${encodeURIComponent('order_id,shop_name,platform,created_at,created_day,committed_day,is_cod,gmv,currency,stage,products,units')}`,
      );
    await page.getByRole('button', { name: labels.title }).click();
    await panel().getByRole('button', { name: labels.reset }).click();
    await expect.poll(rendered.address).toBe('/orders');
    await expect.poll(heads).toHaveLength(6);
  });

  it('are reordered by dragging', async () => {
    const rendered = show();
    await page.getByRole('button', { name: labels.title }).click();
    const grip = (id: string) => document.querySelector(`[data-grip="${id}"]`);
    await expect.poll(() => grip('netSales')).not.toBeNull();
    const from = grip('netSales')?.getBoundingClientRect();
    const to = grip('time')?.getBoundingClientRect();
    if (!from || !to) throw new Error('The list has no handles');
    const press = (button: number) =>
      grip('netSales')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button }));
    // The context menu can swallow the release.
    press(2);
    await Promise.resolve();
    expect(document.querySelector('[data-dragged]')).toBeNull();
    press(0);
    await expect.poll(() => document.querySelector('[data-dragged]')).not.toBeNull();
    window.dispatchEvent(new PointerEvent('pointermove', { clientY: to.top + 4 }));
    await expect.poll(rendered.address).toBe('/orders?cols=order.netSales.time.stage.products.gmv');
    window.dispatchEvent(new PointerEvent('pointerup'));
    await expect.poll(() => document.querySelector('[data-dragged]')).toBeNull();
  });

  it('stay visible on horizontal scroll if frozen', async () => {
    await page.viewport(700, 800);
    show('/orders?cols=order.time.stage.shop.payment.products.units.gmv.netSales&freeze=2');
    await expect.poll(heads).toHaveLength(9);
    const frame = document.querySelector('table')?.parentElement;
    if (!frame) throw new Error('There is no table');
    await expect.poll(() => frame.scrollWidth > frame.clientWidth).toBe(true);
    const cells = [...document.querySelectorAll('tbody [data-frozen]')];
    expect(cells).toHaveLength(2);
    const lefts = () => cells.map((cell) => Math.round(cell.getBoundingClientRect().left));
    const before = lefts();
    frame.scrollLeft = 10_000;
    await expect.poll(() => frame.scrollLeft).toBeGreaterThan(0);
    expect(lefts()).toEqual(before);
  });
});

describe('the totals of a table', () => {
  it('cover the whole list, each currency separately', async () => {
    show();
    await expect.poll(() => totalsRow()?.textContent).toContain(orders.total('1.234'));
    expect(totalsRow()?.textContent).toContain('345.678.901');
    expect(totalsRow()?.textContent).toContain('300.000.001');
    expect(await violations()).toEqual([]);
  });

  it('say that there is too much to add up, or that adding failed, with a retry', async () => {
    let answer = () => Response.json({ error: 'internal', message: 'x' }, { status: 500 });
    show('/orders', (url) =>
      url.pathname.endsWith('/orders/totals') ? answer() : commonAnswer(url),
    );
    await expect.element(page.getByText(orders.notAdded)).toBeVisible();
    answer = () => Response.json({ totals: null });
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(page.getByText(orders.tooManyToSum)).toBeVisible();
  });
});

it('sorts by a column header in both directions, on a phone in the filter sheet', async () => {
  const rendered = show();
  await page.getByRole('button', { name: columns.gmv }).click();
  await expect.poll(rendered.address).toBe('/orders?sort=-gmv');
  await page.getByRole('button', { name: columns.gmv }).click();
  await expect.poll(rendered.address).toBe('/orders?sort=gmv');
  const head = page.getByRole('columnheader', { name: columns.gmv });
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
  await page.viewport(390, 844);
  await page.getByRole('button', { name: new RegExp(texts.filters) }).click();
  await page.getByLabelText(texts.sort).selectOptions(orders.sorts['-time']);
  await expect.poll(rendered.address).toBe('/orders');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
