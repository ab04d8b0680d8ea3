import type { MonthTargets } from '@seller-connect/contract';
import { retainFocus, toasts } from '@seller-connect/ui';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formats } from '../../../i18n/index.ts';
import { todayIn } from '../../../i18n/calendarDays.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { createSummary } from '../testing/sampleReport.ts';
import { addMonths, formatMonth } from './targetMonth.ts';
import { dialogTexts } from './dialogTexts.ts';
import { texts } from './texts.ts';

const month = todayIn('Asia/Ho_Chi_Minh').slice(0, 7);
const name = formatMonth(month);
const money = (amount: string) => formats.shortMoney(amount, 'VND').text;

const gmv = {
  metric: 'gmv',
  amount: '900000000',
  reached: '540000000',
  share: 0.6,
  projected: '880000000',
  neededPerDay: '18000000',
} as const;

const targets = (query: URLSearchParams, more: Partial<MonthTargets> = {}): MonthTargets => ({
  month: query.get('month') ?? '',
  from: `${query.get('month')}-01`,
  to: `${query.get('month')}-30`,
  currency: 'VND',
  daysLeft: 20,
  daysLoading: 0,
  mayChange: true,
  items: query.get('month') === month ? [gmv] : [],
  ...more,
});

beforeEach(() => page.viewport(1440, 900));

it('a month shows target progress, projection and the amount needed per day', async () => {
  const { requests } = renderHome(
    { '/reporting/targets': (query) => targets(query) },
    '/?period=month',
  );
  const bar = page.getByRole('progressbar', { name: texts.metrics.gmv });
  const reached = texts.reached(formats.percent(0.6), money('900000000'));
  await expect.element(bar).toHaveAttribute('aria-valuetext', reached);
  await expect.element(page.getByText(texts.projected(money('880000000')))).toBeVisible();
  await expect.element(page.getByText(texts.needed(money('18000000'), '20'))).toBeVisible();
  await page.getByRole('button', { name: texts.about }).click();
  await expect.element(page.getByText(texts.aboutText)).toBeVisible();
  expect(requests).toContain(`/reporting/targets?month=${month}&currency=VND`);
});

it('another period shows this month’s target as a link to the month', async () => {
  renderHome({ '/reporting/targets': (query) => targets(query) }, '/?period=7d&chart=orders');
  const line = texts.short(name, `${texts.shortMetric.gmv} ${formats.percent(0.6)}`);
  await expect
    .element(page.getByRole('link', { name: line }))
    .toHaveAttribute('href', '/?period=month&chart=orders');
});

it('a target is set in a dialog, which validates the amount', async () => {
  onTestFinished(retainFocus());
  let saved: MonthTargets['items'] = [];
  const { requests } = renderHome({
    '/reporting/targets': (query) =>
      query.has('month') ? targets(query, { items: saved }) : new Response(null, { status: 204 }),
  });
  const monthsRequests = () =>
    requests.filter((url) => url.startsWith('/reporting/targets/months')).length;
  await page.getByRole('button', { name: texts.set(name) }).click();
  const dialog = page.getByRole('dialog', { name: texts.month(name) });
  const amount = dialog.getByLabelText(dialogTexts.amount);
  const save = dialog.getByRole('button', { name: dialogTexts.save });
  await amount.fill('');
  await save.click();
  await expect.element(dialog.getByText(dialogTexts.missing)).toBeVisible();
  await amount.fill('0');
  await save.click();
  await expect.element(dialog.getByText(dialogTexts.zero)).toBeVisible();
  await amount.fill('1000000000000000');
  await save.click();
  await expect.element(dialog.getByText(dialogTexts.tooLarge)).toBeVisible();
  expect(requests.filter((url) => url === '/reporting/targets')).toEqual([]);
  expect(await violations(dialog.element())).toEqual([]);
  // The chart's line of targets.
  await expect.poll(monthsRequests).toBe(1);
  await amount.fill('900.000.000');
  saved = [gmv];
  await userEvent.keyboard('{Enter}');
  const line = texts.short(name, `${texts.shortMetric.gmv} ${formats.percent(0.6)}`);
  await expect.element(page.getByRole('link', { name: line })).toBeVisible();
  // The button that opened the dialog is gone.
  await expect.poll(() => document.activeElement).not.toBe(document.body);
  expect(requests.filter((url) => url === '/reporting/targets')).toHaveLength(1);
  await expect.poll(monthsRequests).toBe(2);
});

it('a stored target can be changed and removed, another month is empty', async () => {
  renderHome({ '/reporting/targets': (query) => targets(query) }, '/?period=month');
  await page.getByRole('button', { name: texts.change(name) }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabelText(dialogTexts.amount);
  await expect.element(amount).toHaveValue('900.000.000');
  await expect.element(dialog.getByRole('button', { name: dialogTexts.remove })).toBeVisible();
  await dialog.getByLabelText(dialogTexts.month).selectOptions(formatMonth(addMonths(month, 1)));
  await expect.element(amount).toHaveValue('');
  await expect
    .element(dialog.getByRole('button', { name: dialogTexts.remove }))
    .not.toBeInTheDocument();
});

it('a late removal does not close the dialog that was opened after it', async () => {
  const removed = Promise.withResolvers<Response>();
  renderHome(
    { '/reporting/targets': (query) => (query.has('month') ? targets(query) : removed.promise) },
    '/?period=month',
  );
  const change = page.getByRole('button', { name: texts.change(name) });
  await change.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: dialogTexts.remove }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await change.click();
  const amount = dialog.getByLabelText(dialogTexts.amount);
  await amount.fill('1.000.000');
  removed.resolve(new Response(null, { status: 204 }));
  await expect.poll(() => toasts.current().at(-1)?.title).toBe(dialogTexts.removed);
  await expect.element(amount).toHaveValue('1.000.000');
});

it('the error of one month or metric is not shown at the amount of another one', async () => {
  renderHome({ '/reporting/targets': (query) => targets(query) }, '/?period=month');
  await page.getByRole('button', { name: texts.change(name) }).click();
  const dialog = page.getByRole('dialog');
  const amount = dialog.getByLabelText(dialogTexts.amount);
  const missing = dialog.getByText(dialogTexts.missing);
  const submitEmpty = async () => {
    await amount.fill('');
    await dialog.getByRole('button', { name: dialogTexts.save }).click();
    await expect.element(missing).toBeVisible();
  };
  await submitEmpty();
  const months = dialog.getByLabelText(dialogTexts.month);
  await months.selectOptions(formatMonth(addMonths(month, 1)));
  await expect.element(missing).not.toBeInTheDocument();
  await months.selectOptions(name);
  await submitEmpty();
  await dialog.getByRole('radio', { name: texts.metrics.netSales }).click({ force: true });
  await expect.element(missing).not.toBeInTheDocument();
});

it('what is typed survives a change of the report, such as at the end of the month', async () => {
  const { queries, requests } = renderHome(
    { '/reporting/targets': (query) => targets(query) },
    '/?period=month',
  );
  await page.getByRole('button', { name: texts.change(name) }).click();
  const opened = page.getByRole('dialog', { name: texts.month(name) });
  const amount = opened.getByLabelText(dialogTexts.amount);
  await amount.fill('700.000.000');
  const summary = { ...createSummary('month'), currency: 'USD' };
  queries.setQueriesData({ queryKey: ['reportSummary'] }, summary);
  await expect.poll(() => requests).toContain(`/reporting/targets?month=${month}&currency=USD`);
  await expect.element(amount).toHaveValue('700.000.000');
  // The dialog is about what it was opened for.
  await expect.element(opened.getByText('₫')).toBeVisible();
});

it('the focus stays where the user moved it after the dialog', async () => {
  let items: MonthTargets['items'] = [gmv];
  const { queries } = renderHome(
    { '/reporting/targets': (query) => targets(query, { items }) },
    '/?period=month',
  );
  const change = page.getByRole('button', { name: texts.change(name) });
  await change.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(change).toHaveFocus();
  change.element().blur();
  items = [{ ...gmv, share: 0.7 }];
  await queries.invalidateQueries({ queryKey: ['readTargets'] });
  const reached = texts.reached(formats.percent(0.7), money('900000000'));
  await expect
    .element(page.getByRole('progressbar', { name: texts.metrics.gmv }))
    .toHaveAttribute('aria-valuetext', reached);
  expect(document.activeElement).toBe(document.body);
});

it('viewers see targets but cannot set them', async () => {
  const answers = {
    '/reporting/targets': (query: URLSearchParams) => targets(query, { mayChange: false }),
  };
  renderHome(answers, '/?period=month');
  await expect.element(page.getByText(texts.month(name))).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: texts.change(name) }))
    .not.toBeInTheDocument();
});

it('a marketplace has no target', async () => {
  const { requests } = renderHome({}, '/?platform=SHOPEE');
  await expect.element(page.getByText(/893\.150\.100/).first()).toBeVisible();
  expect(requests.filter((url) => url.startsWith('/reporting/targets'))).toEqual([]);
});
