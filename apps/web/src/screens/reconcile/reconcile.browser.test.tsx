import { maxFileBytes } from '@seller-connect/contract/file-limits';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { onlineManager } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { anotherTab } from '../../testing/anotherTab.ts';
import { stubUploads, type StubbedUpload } from '../../testing/stubUploads.ts';
import { renderScreen } from '../../testing/renderScreen.tsx';
import ReconcileScreen from './ReconcileScreen.tsx';
import { reconciliation, shopId } from './testing/sampleReconciliation.ts';
import { texts } from './texts.ts';

const pageOf = (items: readonly unknown[]) =>
  Response.json({ items, total: items.length, page: 1, pageSize: 20 });

async function choose(...given: readonly File[]): Promise<void> {
  await expect.element(page.getByRole('button', { name: texts.choose })).toBeVisible();
  const input = document.querySelector('input[type=file]');
  if (!(input instanceof HTMLInputElement))
    throw new Error('There is nothing to choose a file with');
  const files = new DataTransfer();
  for (const file of given) files.items.add(file);
  input.multiple = given.length > 1;
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
const file = new File(['a,b'], 'orders.csv');

const shops = [
  { id: shopId, name: 'Hoa Mai', platform: 'SHOPEE' },
  { id: '0191d2c4-7f00-7000-8000-000000000002', name: 'Nhà Nón', platform: 'LAZADA' },
];

function list(items: readonly unknown[], at = '/reports/reconcile') {
  return renderScreen({
    screen: ReconcileScreen,
    path: '/reports/reconcile',
    at,
    answer: ({ url }) =>
      url.pathname === '/reporting/reconciliations'
        ? pageOf(items)
        : url.pathname.includes('/progress/')
          ? Response.json({ phase: 'waiting', done: 0, total: null })
          : Response.json({ items: shops, total: shops.length }),
  });
}

/** The latest upload. */
async function begun(uploads: readonly StubbedUpload[], count = 1): Promise<StubbedUpload> {
  await expect.poll(() => uploads.length).toBe(count);
  const upload = uploads.at(-1);
  if (!upload) throw new Error('Nothing was sent');
  return upload;
}

const refusal = (error: string, message: string, details: object = {}) => ({
  statusCode: 422,
  error,
  message,
  requestId: 'r',
  details,
});

it('shows upload progress and the comparison, and opens the result', async () => {
  const messages = anotherTab();
  const uploads = stubUploads();
  const rendered = list([reconciliation]);
  await expect
    .element(page.getByRole('link', { name: reconciliation.fileName, exact: false }))
    .toBeVisible();
  await expect.element(page.getByText(texts.verdicts.mismatch)).toBeVisible();
  expect(await violations()).toEqual([]);
  await choose(file);
  const upload = await begun(uploads);
  upload.progress(0.45);
  await expect.element(page.getByText(texts.sendingWhat('orders.csv', '45'))).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '45');
  upload.progress(1);
  await expect.element(page.getByText(texts.comparingWhat('orders.csv'))).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow');
  expect(await violations()).toEqual([]);
  upload.answer(201, reconciliation);
  await expect.poll(() => rendered.address()).toBe(`/reports/reconcile/${reconciliation.id}`);
  await expect.poll(() => messages).toContainEqual(['listReconciliations', 'readAudit']);
});

it('shows how many rows are read and orders compared, and can be canceled', async () => {
  const uploads = stubUploads();
  const steps = [
    { phase: 'reading', done: 12_000, total: null },
    { phase: 'comparing', done: 30_000, total: 60_000 },
    { phase: 'refetching', done: 3, total: 12 },
  ];
  // A step lasts until it was seen: a busy machine may look too late.
  let step = 0;
  const requestedPaths: string[] = [];
  renderScreen({
    screen: ReconcileScreen,
    path: '/reports/reconcile',
    at: '/reports/reconcile',
    answer({ url }) {
      if (!url.pathname.includes('/progress/')) return pageOf([]);
      requestedPaths.push(url.pathname);
      return Response.json(steps[step]);
    },
  });
  await choose(file);
  const upload = await begun(uploads);
  const id = new URL(upload.address, 'http://local').searchParams.get('upload');
  upload.progress(1);
  await expect.element(page.getByText(texts.rowsRead('orders.csv', '12.000'))).toBeVisible();
  expect(requestedPaths[0]).toBe(`/reporting/reconciliations/progress/${id}`);
  step = 1;
  await expect
    .element(page.getByText(texts.compared('orders.csv', '30.000', '60.000')))
    .toBeVisible();
  step = 2;
  await expect.element(page.getByText(texts.refetched('3', '12'))).toBeVisible();
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: texts.cancel }).click();
  expect(upload.wasAborted).toBe(true);
});

it('is canceled by keyboard, discards the upload, and sends the same file again', async () => {
  const uploads = stubUploads();
  list([]);
  await choose(file);
  const upload = await begun(uploads);
  upload.progress(1);
  await expect.element(page.getByText(texts.comparingWhat('orders.csv'))).toBeVisible();
  page.getByRole('button', { name: texts.cancel }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(texts.cancelled('orders.csv'))).toBeVisible();
  expect(upload.wasAborted).toBe(true);
  await expect.element(page.getByRole('button', { name: texts.choose })).toHaveFocus();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: texts.sendAgain }).click();
  // The same request, except for the upload ID.
  const sameFile = ({ address }: StubbedUpload) => address.replace(/upload=[^&]+/, '');
  expect(sameFile(await begun(uploads, 2))).toBe(sameFile(upload));
  await expect.element(page.getByText(texts.cancelled('orders.csv'))).not.toBeInTheDocument();
});

it('resends the file after a lost connection and after a server error', async () => {
  const uploads = stubUploads();
  const rendered = list([reconciliation]);
  await choose(file);
  (await begun(uploads)).lose();
  await expect.element(page.getByText(texts.lostWhat('orders.csv'))).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: reconciliation.fileName, exact: false }))
    .toBeVisible();
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: texts.sendAgain }).click();
  (await begun(uploads, 2)).answer(500, null);
  await expect.element(page.getByText(texts.brokenWhat)).toBeVisible();
  await page.getByRole('button', { name: texts.sendAgain }).click();
  (await begun(uploads, 3)).answer(201, reconciliation);
  await expect.poll(() => rendered.address()).toBe(`/reports/reconcile/${reconciliation.id}`);
});

it('sends neither a file that is too large nor several at once', async () => {
  const uploads = stubUploads();
  list([]);
  const large = new File([new Uint8Array(maxFileBytes + 1)], 'year.csv');
  await choose(large);
  await expect.element(page.getByText(texts.tooLarge('year.csv'))).toBeVisible();
  await choose(file, file);
  await expect.element(page.getByText(texts.oneFile)).toBeVisible();
  expect(uploads).toEqual([]);
});

it('sends nothing while offline, not even later', async () => {
  const uploads = stubUploads();
  list([]);
  await expect.element(page.getByRole('button', { name: texts.choose })).toBeVisible();
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await choose(file);
  const upload = await begun(uploads);
  upload.lose();
  await expect.element(page.getByText(texts.lostWhat('orders.csv'))).toBeVisible();
  onlineManager.setOnline(true);
  await expect.element(page.getByRole('button', { name: texts.sendAgain })).toBeVisible();
  expect(uploads).toHaveLength(1);
});

it('aborts the upload when the screen is left', async () => {
  const uploads = stubUploads();
  const rendered = list([]);
  await choose(file);
  const upload = await begun(uploads);
  rendered.go('/elsewhere');
  await expect.poll(() => upload.wasAborted).toBe(true);
});

it('says why a file is refused, and asks for the shop if the file does not name it', async () => {
  const uploads = stubUploads();
  list([]);
  await expect.element(page.getByText(texts.exportSteps[0] ?? '')).toBeVisible();
  await choose(file);
  const shopChoice = { shops: [{ shopId, name: 'Hoa Mai' }] };
  (await begun(uploads)).answer(422, refusal('file_which_shop', 'Chọn gian hàng', shopChoice));
  await expect.element(page.getByText('Chọn gian hàng')).toBeVisible();
  expect(await violations()).toEqual([]);
  await userEvent.selectOptions(page.getByLabelText(texts.whichShop), 'Hoa Mai');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  expect((await begun(uploads, 2)).address).toContain(`shop=${shopId}`);
  // The keyboard reaches the button instead of the hidden file input.
  const button = page.getByRole('button', { name: texts.choose });
  button.element().focus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).not.toBe(document.querySelector('input[type=file]'));
});

it('compares the selected shop and days, and says why totals can differ', async () => {
  await page.viewport(390, 800);
  const uploads = stubUploads();
  const days = 'from=2026-11-01&to=2026-11-10';
  list([], `/reports/reconcile?platform=SHOPEE&shop=${shopId}&${days}`);
  const period = texts.chosen.days('1/11/2026', '10/11/2026');
  await expect.element(page.getByText(texts.chosen.exportDays(period))).toBeVisible();
  const named = page.getByRole('list', { name: texts.chosen.shops });
  await expect.element(named.getByText('Shopee · Hoa Mai')).toBeVisible();
  await expect.element(named.getByText('Lazada', { exact: false })).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
  await choose(file);
  const upload = await begun(uploads);
  expect(upload.address).toContain(`shop=${shopId}&${days}`);
  upload.answer(422, refusal('file_other_days', 'Tệp nói về các ngày khác'));
  await page.getByRole('button', { name: texts.allDays }).click();
  expect((await begun(uploads, 2)).address).not.toContain('from=');
  await expect
    .element(page.getByRole('link', { name: texts.chosen.clear }))
    .toHaveAttribute('href', '/reports/reconcile');
});

it.each([
  ['', texts.allReconciliations, '&reconciliations=all'],
  ['&reconciliations=all', texts.ownReconciliations, ''],
])(
  'lists the reconciliations of the selected shop, and of all on request: %j',
  async (all, way, to) => {
    const searches: string[] = [];
    const chosen = `platform=SHOPEE&shop=${shopId}`;
    renderScreen({
      screen: ReconcileScreen,
      path: '/reports/reconcile',
      at: `/reports/reconcile?${chosen}${all}`,
      answer({ url }) {
        const isList = url.pathname === '/reporting/reconciliations';
        if (!isList) return Response.json({ items: shops, total: shops.length });
        searches.push(url.search);
        return pageOf(url.searchParams.has('shop') ? [] : [reconciliation]);
      },
    });
    const found =
      all === '' ? page.getByText(texts.emptyOfChosen) : page.getByText(reconciliation.fileName);
    await expect.element(found).toBeVisible();
    expect(searches).toEqual([all === '' ? `?page=1&${chosen}` : '?page=1']);
    await expect
      .element(page.getByRole('link', { name: way }))
      .toHaveAttribute('href', `/reports/reconcile?${chosen}${to}`);
    expect(await violations()).toEqual([]);
  },
);

it('shows the last page where the address names a later one', async () => {
  const { address } = renderScreen({
    screen: ReconcileScreen,
    path: '/reports/reconcile',
    at: '/reports/reconcile?page=3',
    answer({ url }) {
      if (url.pathname !== '/reporting/reconciliations')
        return Response.json({ items: shops, total: shops.length });
      const at = Number(url.searchParams.get('page'));
      const items = at > 1 ? [] : [reconciliation];
      return Response.json({ items, total: 1, page: at, pageSize: 20 });
    },
  });
  await expect.element(page.getByText(reconciliation.fileName)).toBeVisible();
  expect(address()).toBe('/reports/reconcile');
});
