import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createSummary, today } from '../testing/sampleReport.ts';
import { openPeriods, renderHome } from '../testing/renderHome.tsx';
import { vi as texts } from '../texts.vi.ts';
import { texts as lists } from '../../../lists/texts.ts';
import { vi as periodTexts } from './texts.vi.ts';

beforeEach(() => page.viewport(1024, 768));

it('selects a range in the calendar by mouse and by keyboard, and marks days without data', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T05:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const { address } = renderHome();
  await openPeriods();
  const dialog = page.getByRole('dialog', { name: texts.period });
  const day = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect.element(day('Thứ Sáu, 20/11/2026, hôm nay, đang chọn')).toBeVisible();
  await expect.element(day('Thứ Bảy, 21/11/2026')).toBeDisabled();
  expect(await violations(dialog.element())).toEqual([]);
  await day('Thứ Tư, 11/11/2026').click();
  await day('Thứ Năm, 5/11/2026').click();
  await expect.element(dialog.getByLabelText(lists.dayRange.from)).toHaveValue('5/11/2026');
  await dialog.getByRole('button', { name: texts.show, exact: true }).click();
  await expect.poll(address).toBe('?period=custom&from=2026-11-05&to=2026-11-11');

  await openPeriods();
  day('Thứ Tư, 11/11/2026').element().focus();
  await userEvent.keyboard('{Enter}{ArrowUp}{ArrowLeft}{Enter}');
  await expect.element(dialog.getByLabelText(lists.dayRange.to)).toHaveValue('11/11/2026');
  await expect.element(dialog.getByLabelText(lists.dayRange.from)).toHaveValue('3/11/2026');
  await dialog.getByLabelText(periodTexts.calendar.year).first().selectOptions('2025');
  await dialog.getByLabelText(periodTexts.calendar.month).first().selectOptions('Tháng 5');
  await expect.element(day('Thứ Hai, 19/5/2025, chưa có số liệu')).toBeVisible();
  await expect.element(dialog.getByText(periodTexts.noDataBefore('20/5/2025'))).toBeVisible();
});

it('shows the days of a period that was opened before its metrics arrived', async () => {
  const summary = Promise.withResolvers<unknown>();
  renderHome({ '/reporting/summary': () => summary.promise }, '/?period=month');
  await openPeriods();
  await expect.element(page.getByRole('grid').first()).toBeVisible();
  summary.resolve({
    ...createSummary('month'),
    period: { from: '2026-09-01', to: '2026-09-30' },
  });
  const dialog = page.getByRole('dialog', { name: texts.period });
  await expect.element(dialog.getByLabelText(lists.dayRange.from)).toHaveValue('1/9/2026');
  await expect
    .element(dialog.getByRole('button', { name: 'Thứ Tư, 30/9/2026, đang chọn' }))
    .toBeVisible();
});

it('keeps the chosen first end while the days of the period change, as at midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T05:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const summary = Promise.withResolvers<unknown>();
  renderHome({ '/reporting/summary': () => summary.promise }, '/?period=month');
  await openPeriods();
  const dialog = page.getByRole('dialog', { name: texts.period });
  const day = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  await day('Thứ Năm, 5/11/2026').click();
  const period = { from: '2026-11-02', to: '2026-11-20' };
  summary.resolve({ ...createSummary('month'), period });
  await expect.element(page.getByText(/2.11\s–\s20.11.2026/).first()).toBeVisible();
  await day('Thứ Tư, 11/11/2026').click();
  await expect.element(dialog.getByLabelText(lists.dayRange.to)).toHaveValue('11/11/2026');
  await expect.element(dialog.getByLabelText(lists.dayRange.from)).toHaveValue('5/11/2026');
});

it('keeps the chosen first end while a tablet is turned', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T05:00:00Z`) });
  onTestFinished(() => void vi.useRealTimers());
  renderHome();
  await openPeriods();
  const dialog = page.getByRole('dialog', { name: texts.period });
  const day = (name: string) => dialog.getByRole('button', { name: new RegExp(`^${name}`) });
  const months = () =>
    dialog
      .getByRole('grid')
      .elements()
      .map((grid) => grid.ariaLabel);
  await day('Thứ Năm, 5/11/2026').click();
  await page.viewport(768, 1024);
  await expect.poll(months).toEqual(['Tháng 11, 2026']);
  await day('Thứ Tư, 11/11/2026').click();
  await expect.element(dialog.getByLabelText(lists.dayRange.to)).toHaveValue('11/11/2026');
  await expect.element(dialog.getByLabelText(lists.dayRange.from)).toHaveValue('5/11/2026');
  await page.viewport(1024, 768);
  await expect.poll(months).toEqual(['Tháng 10, 2026', 'Tháng 11, 2026']);
});

it('shows the whole name of the period on the narrowest phone', async () => {
  await page.viewport(320, 568);
  renderHome();
  const name = page.getByText(texts.periods['28d'], { exact: true });
  await expect.element(name).toBeVisible();
  expect(name.element().scrollWidth).toBe(name.element().clientWidth);
});

it('shows one month and the presets in a sheet on a phone', async () => {
  await page.viewport(390, 844);
  const { address } = renderHome();
  await openPeriods();
  const dialog = page.getByRole('dialog', { name: texts.period });
  await expect.element(dialog.getByRole('grid')).toBeVisible();
  expect(dialog.getByRole('grid').elements()).toHaveLength(1);
  const sheet = dialog.element().getBoundingClientRect();
  expect([sheet.left, sheet.width, sheet.bottom]).toEqual([0, 390, 844]);
  expect(await violations(dialog.element())).toEqual([]);
  await dialog.getByRole('menuitemradio', { name: texts.periods.last_week }).click();
  await expect.poll(address).toBe('?period=last_week');
});

it('moves between presets with arrow keys, and to the calendar with Tab', async () => {
  const { address } = renderHome();
  await openPeriods();
  const preset = (name: string) => page.getByRole('menuitemradio', { name, exact: true });
  await expect.element(preset(texts.periods['28d'])).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByRole('grid').first()).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(preset(texts.periods['28d'])).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect
    .element(page.getByRole('button', { name: periodTexts.calendar.previousMonth }))
    .toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Home}{ArrowDown}{Enter}');
  await expect.poll(address).toBe('?period=yesterday');
});

it('leaves keys with Alt, Ctrl or Cmd on a preset to the browser', async () => {
  renderHome();
  await openPeriods();
  const preset = page.getByRole('menuitemradio', { name: texts.periods['28d'], exact: true });
  await expect.element(preset).toBeVisible();
  for (const modifier of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    const key = { key: 'ArrowLeft', bubbles: true, cancelable: true, ...modifier };
    expect(preset.element().dispatchEvent(new KeyboardEvent('keydown', key))).toBe(true);
  }
});
