import type { Reconciliation, ReconciliationDifference } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { showScreen } from '../../testing/showScreen.tsx';
import { CheckScreen } from './CheckScreen.tsx';
import { ReconcileScreen } from './ReconcileScreen.tsx';
import { texts } from './texts.ts';

const shopId = '0191d2c4-7f00-7000-8000-000000000001';

const check: Reconciliation = {
  id: '0191d2c4-7f00-7000-8000-000000000009',
  shopId,
  shopName: 'Hoa Mai',
  platform: 'SHOPEE',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  fileName: 'Order.all.20261101_20261110.xlsx',
  fileHash: 'ab',
  fileBytes: 1000,
  rows: 30,
  orders: 21,
  from: '2026-11-01',
  to: '2026-11-10',
  exportedAt: '2026-11-11T05:00:00.000Z',
  checkedAt: '2026-11-11T06:00:00.000Z',
  checkedBy: 'Lan',
  asOf: '2026-11-11T05:30:00.000Z',
  verdict: 'mismatch',
  equal: 19,
  differing: 2,
  totals: [{ variant: 'S1', file: '1000000', ours: '900000', equal: 19, compared: 20 }],
  reasons: [
    { kind: 'amount', reason: 'amount_differs', count: 1, effect: '1733' },
    { kind: 'only_file', reason: 'missing_with_us', count: 1, effect: '98267' },
  ],
  unknownStatuses: ['Đang bay'],
};

const difference: ReconciliationDifference = {
  orderId: '261101ABCDEFGH',
  kind: 'amount',
  reason: 'amount_differs',
  shopId,
  fileAmount: '101733',
  ourAmount: '100000',
  fileStatus: 'Hoàn thành',
  ourStage: 'completed',
  fileDay: '2026-11-01',
  ourDay: '2026-11-01',
  effect: '1733',
};

const pageOf = (items: readonly unknown[]) =>
  Response.json({ items, total: items.length, page: 1, pageSize: 20 });

function choose(name: string): void {
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement))
    throw new Error('There is nothing to choose a file with');
  const files = new DataTransfer();
  files.items.add(new File(['a,b'], name));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function list(items: readonly unknown[], upload: () => Response) {
  return showScreen({
    screen: ReconcileScreen,
    path: '/reports/reconcile',
    at: '/reports/reconcile',
    answer: ({ url, method }) =>
      url.pathname === '/reporting/reconciliations'
        ? method === 'POST'
          ? upload()
          : pageOf(items)
        : Response.json({}, { status: 404 }),
  });
}

it('takes a chosen file, and leads to what was found', async () => {
  const shown = list([check], () => Response.json(check, { status: 201 }));
  await expect.element(page.getByRole('link', { name: check.fileName })).toBeVisible();
  await expect.element(page.getByText(texts.verdicts.mismatch)).toBeVisible();
  expect(await violations()).toEqual([]);
  choose('orders.csv');
  await expect.poll(() => shown.address()).toBe(`/reports/reconcile/${check.id}`);
});

it('says why a file is refused, and asks for the shop where the file does not tell', async () => {
  const shops = [{ shopId, name: 'Hoa Mai' }];
  list([], () =>
    Response.json(
      {
        statusCode: 422,
        error: 'file_which_shop',
        message: 'Chọn gian hàng',
        requestId: 'r',
        details: { shops },
      },
      { status: 422 },
    ),
  );
  await expect.element(page.getByText(texts.emptyWhy)).toBeVisible();
  choose('orders.csv');
  await expect.element(page.getByText('Chọn gian hàng')).toBeVisible();
  await expect.element(page.getByLabelText(texts.whichShop)).toBeVisible();
  expect(await violations()).toEqual([]);
  // The button that opens the choice of a file is reached by the keyboard.
  const button = page.getByRole('button', { name: texts.choose });
  button.element().focus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).not.toBe(document.querySelector('input[type=file]'));
});

it('shows the verdict, the totals, and every differing order with its reason', async () => {
  await page.viewport(390, 800);
  showScreen({
    screen: CheckScreen,
    path: '/reports/reconcile/$id',
    at: `/reports/reconcile/${check.id}`,
    answer: ({ url }) =>
      url.pathname.endsWith('/differences') ? pageOf([difference]) : Response.json(check),
  });
  await expect.element(page.getByText(texts.sentence.mismatch('19', '2'))).toBeVisible();
  await expect.element(page.getByText(texts.variants.S1)).toBeVisible();
  await expect.element(page.getByText('Đang bay', { exact: false })).toBeVisible();
  const order = page.getByRole('link', { name: difference.orderId });
  await expect.element(order).toHaveAttribute('href', `/orders/${shopId}/${difference.orderId}`);
  expect(await violations()).toEqual([]);
});

it('says that a check is not there', async () => {
  showScreen({
    screen: CheckScreen,
    path: '/reports/reconcile/$id',
    at: `/reports/reconcile/${check.id}`,
    answer: () =>
      Response.json({ statusCode: 404, error: 'x', message: 'x', requestId: 'r' }, { status: 404 }),
  });
  await expect.element(page.getByText(texts.missing)).toBeVisible();
  expect(await violations()).toEqual([]);
});
