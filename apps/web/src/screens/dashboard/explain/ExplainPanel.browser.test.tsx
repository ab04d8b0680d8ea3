import type { ReportExplanation } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { sharedTexts } from '../../../i18n/index.ts';
import { renderHome } from '../testing/renderHome.tsx';
import { gmvExplanation } from '../testing/sampleExplanation.ts';
import { otherShop, shop } from '../testing/sampleReport.ts';
import { vi as home } from '../texts.vi.ts';
import { vi as texts } from './texts.vi.ts';
import { vi as empty } from '../report/emptyTexts.vi.ts';

const shops = { '/partner/shops': () => ({ items: [shop, otherShop], total: 2 }) };
const explained = (explanation: ReportExplanation | (() => unknown) = gmvExplanation) => ({
  ...shops,
  '/reporting/explanation': () => (typeof explanation === 'function' ? explanation() : explanation),
});
const opener = (metric: 'gmv' | 'orders' = 'gmv') =>
  page.getByRole('button', { name: `${home.explain} ${home.metrics[metric].name}` });
const panel = () => page.getByRole('dialog', { name: texts.title(texts.metrics.gmv) });
const split = (by: string) => document.querySelector(`[data-split="${by}"]`);
const row = (by: string, text: string) =>
  [...(split(by)?.querySelectorAll('li') ?? [])].find((item) => item.textContent.includes(text));
const linkIn = (item: Element | undefined, label: string) => {
  const links = [...(item?.querySelectorAll('a') ?? [])];
  const href = links.find((link) => link.textContent === label)?.getAttribute('href');
  return href === undefined || href === null
    ? null
    : Object.fromEntries(new URLSearchParams(href.replace('/orders?', '')));
};

describe('the explanation of a change', () => {
  it('opens from the change by keyboard, is in the address, and closes by Escape and back', async () => {
    const { address, back } = renderHome(explained());
    await expect.element(opener()).toBeVisible();
    opener().element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel()).toBeVisible();
    expect(address()).toBe('?explain=gmv');
    await expect.element(panel().getByText(/chủ yếu vì/)).toBeVisible();
    expect(await violations(panel().element())).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('');
    expect(panel().query()).toBeNull();
    await expect.element(opener()).toHaveFocus();
    await opener().click();
    await expect.element(panel()).toBeVisible();
    back();
    await expect.poll(() => panel().query()).toBeNull();
    expect(address()).toBe('');
  });

  it('opens from its address, and stays on the report when closed', async () => {
    const { address, requests } = renderHome(explained(), '/?period=7d&explain=gmv');
    await expect.element(panel().getByText(/chủ yếu vì/)).toBeVisible();
    expect(requests).toContainEqual(
      expect.stringMatching(/^\/reporting\/explanation\?.*period=7d.*metric=gmv/),
    );
    await panel().getByRole('button', { name: sharedTexts.close }).click();
    await expect.poll(address).toBe('?period=7d');
  });

  it('states the main cause in a sentence, and shows parts that sum to the difference', async () => {
    renderHome(explained(), '/?explain=gmv');
    await expect
      .element(
        panel().getByText(
          'Doanh số (GMV) giảm 1,2\u00a0triệu\u00a0₫, chủ yếu vì gian hàng Hoa Mai Official (Lazada) bán ít hơn 12 đơn.',
        ),
      )
      .toBeVisible();
    for (const by of ['shop', 'effect', 'product']) {
      const amounts = [...(split(by)?.querySelectorAll('li') ?? [])].map((item) =>
        toE4(item.dataset['difference']),
      );
      const sum = amounts.reduce((total, amount) => total + amount, 0n);
      expect([by, sum]).toEqual([by, toE4('-1200000')]);
      expect(split(by)?.textContent).toContain(`${texts.total}−1.200.000`);
    }
    // Fractions are rounded so that the shown amounts still add up.
    expect(row('effect', texts.parts.price)?.textContent).toContain('+400.001');
    expect(row('effect', texts.parts.mix)?.textContent).toContain('−150.001');
    expect(row('product', texts.others.product('15'))?.textContent).toContain('−400.000');
    await panel()
      .getByRole('button', { name: texts.more('3') })
      .click();
    expect(row('product', texts.others.product('12'))?.textContent).toContain('−500.000');
  });

  it('links each part to its orders in both periods, up to the compared time', async () => {
    renderHome(explained(), '/?explain=gmv');
    await expect.element(panel().getByText(/chủ yếu vì/)).toBeVisible();
    const days = { basis: 'committed', period: 'custom', from: '2026-10-24', to: '2026-11-20' };
    const before = { ...days, from: '2026-09-26', to: '2026-10-23' };
    const other = row('shop', otherShop.name);
    await expect
      .poll(() => linkIn(other, texts.ordersNow))
      .toEqual({ ...days, shop: otherShop.id });
    expect(linkIn(other, texts.ordersBefore)).toEqual({
      ...before,
      shop: otherShop.id,
      until: '09:30',
    });
    const product = row('product', 'Đầm maxi');
    expect(linkIn(product, texts.ordersNow)).toEqual({ ...days, shop: shop.id, sku: 'sku-1' });
    expect(linkIn(product, texts.ordersBefore)).toMatchObject({ sku: 'sku-1', until: '10:55' });
    // Cancelled items of all shops have no common time until which they count.
    const cancelled = row('effect', texts.parts.cancelled);
    expect(linkIn(cancelled, texts.ordersNow)).toEqual({ ...days, outcome: 'cancelled' });
    expect(linkIn(cancelled, texts.ordersBefore)).toBeNull();
    // The mix is of what sold in both periods.
    expect(linkIn(row('effect', texts.parts.mix), texts.ordersNow)).toEqual({
      ...days,
      outcome: 'kept',
      also: 'both',
      alsoFrom: before.from,
      alsoTo: before.to,
    });
  });

  it('explains one shop by itself, and closes to the report of all shops', async () => {
    const { address, requests } = renderHome(explained());
    await opener().click();
    await panel()
      .getByRole('button', { name: texts.explainShopLong(shop.name) })
      .click();
    await expect.poll(address).toContain(`shop=${shop.id}`);
    await expect
      .poll(() => requests)
      .toContainEqual(expect.stringMatching(`^/reporting/explanation.*shops=${shop.id}`));
    await expect.element(panel().getByRole('button', { name: texts.allShops })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(address).toBe('');
  });
});

describe('a change that cannot be explained', () => {
  const nothing = { value: null, previousValue: null, difference: null, splits: [] };

  it.each([
    ['not_read', texts.none.not_read],
    ['to_come', texts.none.to_come],
    ['no_orders', texts.none.no_orders],
  ] as const)('says why: %s', async (previousReason, text) => {
    renderHome(explained({ ...gmvExplanation, ...nothing, previousReason }), '/?explain=gmv');
    await expect.element(panel().getByText(text)).toBeVisible();
  });

  it('says that the explanation failed, and retries', async () => {
    let isBroken = true;
    const answer = () =>
      isBroken
        ? new Response(JSON.stringify({ message: 'Máy chủ đang bận.' }), { status: 400 })
        : gmvExplanation;
    renderHome(explained(answer), '/?explain=gmv');
    await expect.element(panel().getByText(texts.failed)).toBeVisible();
    await expect.element(panel().getByText('Máy chủ đang bận.')).toBeVisible();
    expect(await violations(panel().element())).toEqual([]);
    isBroken = false;
    await panel().getByRole('button', { name: 'Thử lại' }).click();
    await expect.element(panel().getByText(/chủ yếu vì/)).toBeVisible();
  });

  it('is not offered without a comparison', async () => {
    renderHome({
      '/reporting/summary': () =>
        import('../testing/sampleReport.ts').then((sample) => sample.emptySummary()),
    });
    await expect.element(page.getByText(empty.period)).toBeVisible();
    expect(page.getByText(home.explain).query()).toBeNull();
  });
});

it('fits a phone as a sheet whose close button stays visible', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 720));
  renderHome(explained(), '/?explain=gmv');
  await expect.element(panel().getByText(/chủ yếu vì/)).toBeVisible();
  const { left, right } = panel().element().getBoundingClientRect();
  expect([left, right]).toEqual([0, 390]);
  const last = split('product');
  last?.scrollIntoView({ block: 'end' });
  const close = panel().getByRole('button', { name: sharedTexts.close }).element();
  expect(close.getBoundingClientRect().top).toBeGreaterThan(0);
  const lists = [...document.querySelectorAll('[data-split] li')];
  expect(lists.filter((item) => item.scrollWidth > item.clientWidth)).toEqual([]);
  expect(await violations(panel().element())).toEqual([]);
});
