import type { Reconciliation, ReconciliationDifference } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, type RenderScreenOptions } from '../../../testing/renderScreen.tsx';
import { reconciliation, difference, shopId } from '../testing/sampleReconciliation.ts';
import { texts } from '../texts.ts';
import ReconciliationScreen from './ReconciliationScreen.tsx';

const pageOf = (items: readonly unknown[]) =>
  Response.json({ items, total: items.length, page: 1, pageSize: 20 });

/** Renders the screen of `reconciliation`. */
const show = (answer: RenderScreenOptions['answer'], search = '') =>
  renderScreen({
    screen: ReconciliationScreen,
    path: '/reports/reconcile/$id',
    at: `/reports/reconcile/${reconciliation.id}${search}`,
    answer,
  });

it('shows the verdict, the totals, and every differing order with its reason', async () => {
  const other: ReconciliationDifference = {
    ...difference,
    orderId: '261101ABCDEFGI',
    kind: 'quantity',
    reason: 'quantity_differs',
    fileAmount: null,
    ourAmount: null,
    fileQuantity: 3,
    ourQuantity: 2,
  };
  await page.viewport(390, 800);
  show(({ url }) =>
    url.pathname.endsWith('/differences')
      ? pageOf([difference, other])
      : Response.json(reconciliation),
  );
  await expect.element(page.getByText(texts.units('3'), { exact: false })).toBeVisible();
  // A long file name wraps instead of widening the page.
  expect(document.documentElement.scrollWidth).toBe(390);
  await expect.element(page.getByText(texts.sentence.mismatch('19', '2'))).toBeVisible();
  const reasons = page.getByRole('navigation', { name: texts.filter }).getByRole('link');
  expect(reasons.elements().map((tab) => tab.textContent)).toEqual([
    `${texts.all}2`,
    `${texts.reasons.amount_differs.name}1`,
    `${texts.reasons.missing_with_us.name}1`,
  ]);
  expect(reasons.elements().at(-1)?.getAttribute('href')).toMatch(
    /\?reason=missing_with_us#differences$/,
  );
  await expect
    .element(page.getByRole('list', { name: texts.totals }))
    .toHaveTextContent(
      `${texts.variants.S1}Tệp 1.000.000 ₫ Báo cáo 900.000 ₫ Chênh lệch 100.000 ₫ Đơn bằng nhau 19 / 20`,
    );
  await expect.element(page.getByText('Đang bay', { exact: false })).toBeVisible();
  const order = page.getByRole('link', { name: difference.orderId, exact: false });
  await expect.element(order).toHaveAttribute('href', `/orders/${shopId}/${difference.orderId}`);
  expect(await violations()).toEqual([]);
});

it('leads with counts, each with a link to its orders, and lists those of one of them', async () => {
  await page.viewport(390, 800);
  const requested: (string | null)[] = [];
  show(({ url }) => {
    if (!url.pathname.endsWith('/differences')) return Response.json(reconciliation);
    requested.push(url.searchParams.get('group'));
    return pageOf([difference]);
  }, '?group=open');
  const counts = page.getByRole('list', { name: texts.orderCounts.title }).getByRole('listitem');
  await expect.element(counts.first()).toBeVisible();
  const items = counts.elements();
  expect(items.map((item) => item.textContent.replaceAll('\u00a0', ' ').trim())).toEqual([
    `${texts.orderCounts.compared}21${texts.orderCounts.seeOrders}`,
    `${texts.orderCounts.equal}19`,
    `${texts.orderCounts.explained}1`,
    `${texts.orderCounts.open}1${texts.orderCounts.effect('−1.733 ₫')}`,
  ]);
  const at = `/reports/reconcile/${reconciliation.id}`;
  expect(items.map((item) => item.querySelector('a')?.getAttribute('href'))).toEqual([
    `/orders?shop=${shopId}&period=custom&from=2026-11-01&to=2026-11-10`,
    undefined,
    `${at}?group=explained#differences`,
    `${at}?group=open#differences`,
  ]);
  await expect
    .element(page.getByRole('link', { name: difference.orderId, exact: false }))
    .toBeVisible();
  // Two differences of the group exist, one is listed.
  await expect.element(page.getByText(texts.notAllListed('1', '2'))).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await violations()).toEqual([]);
  await page
    .getByRole('button', { name: texts.orderCounts.leaveOut(texts.orderCounts.open) })
    .click();
  await expect.poll(() => requested).toEqual(['open', null]);
});

it('has one count of differing orders for a reconciliation of an older version', async () => {
  show(({ url }) =>
    url.pathname.endsWith('/differences')
      ? pageOf([difference])
      : Response.json({ ...reconciliation, groups: null }),
  );
  const differing = page
    .getByRole('listitem')
    .filter({ hasText: texts.orderCounts.differing })
    .first();
  await expect.element(differing).toHaveTextContent(`${texts.orderCounts.differing}2`);
});

it('says what of the file was not compared, and what was refetched', async () => {
  const partly: Reconciliation = {
    ...reconciliation,
    verdict: 'partial',
    differing: 0,
    reasons: [],
    notCompared: { statuses: 19, quantities: 21 },
    unreadable: {
      rows: 12,
      first: [
        { row: 6, column: 'Mã đơn hàng' },
        { row: 1204, column: 'Ngày đặt hàng' },
      ],
    },
    refetched: 7,
    monthFirst: true,
  };
  show(({ url }) => (url.pathname.endsWith('/differences') ? pageOf([]) : Response.json(partly)));
  const { notCompared } = texts;
  const rows = [
    `${notCompared.row('6', 'Mã đơn hàng')}, ${notCompared.row('1.204', 'Ngày đặt hàng')}`,
    notCompared.moreRows('10'),
  ];
  for (const text of [
    texts.sentence.partial('19', '0'),
    notCompared.statuses('19'),
    notCompared.unknownStatuses('Đang bay'),
    notCompared.quantities('21'),
    `${notCompared.rows('12')} ${rows.join(', ')}.`,
    texts.nonePartly,
  ]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await expect.element(page.getByText(texts.ordersRefetched('7'), { exact: false })).toBeVisible();
  await expect.element(page.getByText(texts.monthFirst, { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('says that only the first of very many differences are listed', async () => {
  const many = {
    ...reconciliation,
    reasons: [{ ...reconciliation.reasons[0], count: 7412 }],
    outside: 3,
  };
  // An invalid page number falls back to the first page.
  show(({ url }) => {
    if (!url.pathname.endsWith('/differences')) return Response.json(many);
    const at = Number(url.searchParams.get('page'));
    if (!Number.isInteger(at)) return new Response(null, { status: 400 });
    return Response.json({ items: [difference], total: 5000, page: at, pageSize: 20 });
  }, '?page=1.5');
  await expect.element(page.getByText(texts.notAllListed('5.000', '7.412'))).toBeVisible();
  await expect.element(page.getByText(texts.outside('3', '21'))).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('shows the last page of the differing orders where the address names a later one', async () => {
  const { address } = show(({ url }) => {
    if (!url.pathname.endsWith('/differences')) return Response.json(reconciliation);
    const at = Number(url.searchParams.get('page'));
    return Response.json({ items: at > 2 ? [] : [difference], total: 21, page: at, pageSize: 20 });
  }, '?page=9');
  await expect.element(page.getByText(difference.orderId, { exact: false })).toBeVisible();
  expect(address()).toBe(`/reports/reconcile/${reconciliation.id}?page=2`);
});

it('says that a reconciliation does not exist', async () => {
  show(() =>
    Response.json({ statusCode: 404, error: 'x', message: 'x', requestId: 'r' }, { status: 404 }),
  );
  await expect.element(page.getByText(texts.missing)).toBeVisible();
  expect(await violations()).toEqual([]);
});
