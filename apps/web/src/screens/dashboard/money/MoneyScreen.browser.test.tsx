import type { ReportMoney, ShopMoney } from '@seller-connect/contract';
import { violations } from '@seller-connect/ui/testing/render.tsx';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../../testing/renderScreen.tsx';
import { addDays } from '../../../i18n/calendarDays.ts';
import { vi as explain } from '../explain/texts.vi.ts';
import { payoutExplanation } from '../testing/sampleExplanation.ts';
import { otherShop, shop, today } from '../testing/sampleReport.ts';
import { vi as home } from '../texts.vi.ts';
import MoneyScreen from './MoneyScreen.tsx';
import { vi as texts } from './texts.vi.ts';
import { texts as onboardingTexts } from '../../../onboarding/texts.ts';

const from = addDays(today, -27);
const asOf = '2026-11-20T03:55:00.000Z';

const ofShop = (more: Partial<ShopMoney> = {}): ShopMoney => ({
  shopId: shop.id,
  name: shop.name,
  platform: 'LAZADA',
  reason: null,
  asOf,
  daysLoading: 0,
  payout: '135500000',
  fees: '34500000',
  takeRate: 0.2029,
  pending: '12000000',
  overdueOrders: 3,
  ...more,
});
const notProvided = {
  shopId: otherShop.id,
  name: otherShop.name,
  platform: 'TIKI',
  reason: 'not_provided',
  asOf: null,
  payout: null,
  fees: null,
  takeRate: null,
  pending: null,
  overdueOrders: null,
} as const;

const money = (more: Partial<ReportMoney> = {}): ReportMoney => ({
  period: { from, to: today, days: 28 },
  previous: { from: addDays(from, -28), to: addDays(from, -1), days: 28 },
  againstWholeDay: true,
  currency: 'VND',
  currencies: ['VND'],
  timeZone: 'Asia/Ho_Chi_Minh',
  basis: 'settled',
  asOf,
  partial: false,
  daysLoading: 0,
  reason: null,
  lastPaidDay: '2026-11-19',
  payout: { value: '135500000', previous: '120000000' },
  fees: { value: '34500000', previous: '30000000' },
  classes: [
    { feeClass: 'item_price', kept: false, amount: '180000000', previous: '160000000', lines: 900 },
    { feeClass: 'commission', kept: true, amount: '-24500000', previous: '-21000000', lines: 900 },
    { feeClass: 'payment_fee', kept: true, amount: '-10000000', previous: null, lines: 900 },
    { feeClass: 'refund', kept: false, amount: '-10000000', previous: '0', lines: 12 },
  ],
  days: Array.from({ length: 28 }, (_, index) => ({
    day: addDays(from, index),
    payout: index < 27 ? String(5_000_000 + index * 1000) : null,
    fees: index < 27 ? '1200000' : null,
    complete: index < 27,
  })),
  takeRate: { value: 0.2029, fees: '34500000', netSales: '170000000', orders: 850 },
  states: [
    { state: 'not_due', orders: 120, netSales: '24000000' },
    { state: 'due', orders: 60, netSales: '12000000' },
    { state: 'overdue', orders: 3, netSales: '640000' },
    { state: 'matched', orders: 840, netSales: '168000000' },
    { state: 'under', orders: 10, netSales: '2000000' },
    { state: 'over', orders: 1, netSales: '0' },
    { state: 'unknown', orders: 0, netSales: '0' },
  ],
  pending: '12000000',
  estimated: '3500000',
  waiting: [
    { platform: 'TIKTOK', reason: 'Awaiting package delivery', orders: 12, amount: '3000000' },
    { platform: 'TIKTOK', reason: '', orders: 2, amount: '500000' },
  ],
  shops: [ofShop(), ofShop({ ...notProvided })],
  overdueAfterDays: 15,
  ...more,
});

const show = (answer: ReportMoney | Response, at = '/reports/money') =>
  renderScreen({
    screen: () => <MoneyScreen />,
    path: '/reports/money',
    at,
    answer: ({ url }) => {
      if (url.pathname === '/reporting/explanation') return Response.json(payoutExplanation);
      if (url.pathname !== '/reporting/money') {
        return Response.json({ items: [shop, otherShop], total: 2 });
      }
      return answer instanceof Response ? answer.clone() : Response.json(answer);
    },
  });

const tile = (metric: string) => document.querySelector(`[data-metric="${metric}"]`);

describe('payouts and fees', () => {
  it('does not blame the marketplaces if no shop is linked', async () => {
    renderScreen({
      screen: () => <MoneyScreen />,
      path: '/reports/money',
      at: '/reports/money',
      answer: ({ url }) =>
        Response.json(
          url.pathname === '/reporting/money'
            ? money({ reason: 'not_provided', shops: [] })
            : { items: [], total: 0 },
        ),
    });
    await expect.element(page.getByText(texts.noShop)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: onboardingTexts.connect }))
      .toHaveAttribute('href', '/connect');
    expect(page.getByText(texts.reasons.not_provided).query()).toBeNull();
    expect(await violations()).toEqual([]);
  });

  it('shows payouts, fees, due and overdue amounts, with estimates apart', async () => {
    show(money());
    await expect.poll(() => tile('payout')?.getAttribute('data-value')).toBe('135500000');
    // The last day is still running: beside whole days, the payout is judged neither good nor bad.
    expect(tile('payout')?.textContent).toContain('so với trọn');
    const change = tile('payout')?.querySelector('[data-tone]');
    expect(change?.getAttribute('data-tone')).toBe('neutral');
    expect(tile('fees')?.textContent).toContain('15,0%');
    expect(tile('takeRate')?.textContent).toContain('20,3%');
    expect(tile('pending')?.textContent).toContain('ước tính');
    expect(tile('overdueOrders')?.getAttribute('data-value')).toBe('3');
    // 24.5 of 34.5 million.
    const bars = document.querySelectorAll('li:has([data-fee="commission"]) rect');
    expect(Number(bars[1]?.getAttribute('width'))).toBeCloseTo(71.01, 1);
    expect(document.querySelector('[data-fee="commission"]')?.getAttribute('data-value')).toBe(
      '24500000',
    );
    await expect.element(page.getByText(texts.notProvided)).toBeVisible();
    const waiting = texts.waitingBlock;
    await expect.element(page.getByText('Chờ giao hàng xong')).toBeVisible();
    await expect.element(page.getByText(waiting.noReason)).toBeVisible();
    await expect.element(page.getByText(waiting.orders('TikTok Shop', '12'))).toBeVisible();
    expect(document.querySelectorAll('[data-waiting]')).toHaveLength(2);
    expect(await violations()).toEqual([]);
  });

  it('shows no amount for orders without value', async () => {
    show(money());
    const over = page.getByRole('listitem').filter({ hasText: texts.states.over });
    await expect.element(over).toBeVisible();
    await expect.element(over).not.toHaveTextContent('₫');
  });

  it('links every payout state to exactly its orders', async () => {
    show(money(), `/reports/money?period=custom&from=2026-11-01&to=2026-11-10&shop=${shop.id}`);
    // The link has the days that the metrics are about.
    const range = `basis=committed&period=custom&from=${from}&to=${today}`;
    const link = page.getByRole('link', { name: texts.states.under });
    await expect
      .element(link)
      .toHaveAttribute('href', `/orders?shop=${shop.id}&payout=under&${range}`);
    const overdue = page.getByRole('link', { name: texts.seeOrders });
    await expect
      .element(overdue)
      .toHaveAttribute('href', `/orders?shop=${shop.id}&payout=overdue&${range}`);
    const settled = page.getByRole('link', { name: texts.metrics.settledOrders.name });
    await expect
      .element(settled)
      .toHaveAttribute('href', `/orders?shop=${shop.id}&payout=settled&${range}`);
    // Payouts consist of settlement lines, not of the orders placed on these days.
    await expect
      .element(page.getByRole('link', { name: texts.metrics.payout.name }))
      .toHaveAttribute(
        'href',
        `/reports/money/rows?of=payout&from=${from}&to=${today}&currency=VND&shop=${shop.id}`,
      );
  });

  it('disables links of old metrics while new ones load', async () => {
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const rendered = renderScreen({
      screen: () => <MoneyScreen />,
      path: '/reports/money',
      at: '/reports/money',
      answer: async ({ url }) => {
        if (url.pathname !== '/reporting/money') {
          return Response.json({ items: [shop, otherShop], total: 2 });
        }
        if (url.searchParams.get('shops') === otherShop.id) await released;
        return Response.json(money());
      },
    });
    const leads = () => document.querySelectorAll('a[href^="/orders"]').length;
    await expect.poll(leads).toBeGreaterThan(5);
    const before = leads();
    rendered.go(`/reports/money?shop=${otherShop.id}`);
    await expect.poll(leads).toBe(0);
    await expect.element(page.getByText(texts.states.under)).toBeVisible();
    release();
    await expect.poll(leads).toBe(before);
  });

  it('shows the chart as a table, by keyboard', async () => {
    show(money());
    const toggle = page.getByRole('button', { name: 'Xem dạng bảng' });
    await expect.element(toggle).toBeVisible();
    toggle.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByRole('row', { name: /24\/10\/2026.*5\.000\.000/ }))
      .toBeVisible();
    // A day that is not synced has no value, which differs from zero.
    await expect.element(page.getByRole('row', { name: /20\/11\/2026.*–/ })).toBeInTheDocument();
  });

  it('has a neutral text for a reason that is newer than the page', async () => {
    const reason: string = 'frozen';
    const shops = [{ ...ofShop({ ...notProvided }), reason }];
    show(JSON.parse(JSON.stringify({ ...money({ classes: [], pending: null }), reason, shops })));
    await expect.poll(() => tile('payout')?.textContent).toContain(texts.reasons.other);
    expect(document.body.textContent).not.toContain('undefined');
  });

  it('shows a dash with the reason for unknown amounts, never a zero', async () => {
    show(
      money({
        reason: 'not_provided',
        asOf: null,
        payout: { value: null, previous: null },
        fees: { value: null, previous: null },
        classes: [],
        pending: null,
        takeRate: { value: null, fees: '0', netSales: '0', orders: 0 },
        shops: [ofShop({ ...notProvided })],
      }),
    );
    await expect.poll(() => tile('payout')?.textContent).toContain(texts.reasons.not_provided);
    expect(document.querySelectorAll('[data-metric][data-value]')).toHaveLength(0);
    expect(document.body.textContent).not.toContain(texts.chart.title);
    expect(await violations()).toEqual([]);
  });

  it('says how many days are still loading', async () => {
    show(money({ partial: true, daysLoading: 4, payout: { value: '9000', previous: null } }));
    await expect.poll(() => tile('payout')?.textContent).toContain('còn 4 ngày đang tải');
    expect(tile('payout')?.textContent).toContain('chưa đủ số liệu kỳ trước');
  });

  it('sorts the shops by any metric, missing values last, and keeps the total below', async () => {
    await page.viewport(1024, 768);
    const third = { shopId: '00000000-0000-4000-8000-000000000003', name: 'Mỹ phẩm Hồng Anh' };
    const { address } = show(
      money({
        shops: [
          ofShop(),
          ofShop({ ...third, payout: '9000', takeRate: 0.31 }),
          ofShop({ ...notProvided }),
        ],
      }),
    );
    const { shopsBlock } = texts;
    const table = page.getByRole('table', { name: shopsBlock.caption });
    await expect.element(table).toBeVisible();
    const names = () =>
      table
        .getByRole('rowheader')
        .elements()
        .map(({ textContent }) => textContent);
    expect(names()).toEqual([shop.name, third.name, otherShop.name, shopsBlock.total]);
    const takeRate = table.getByRole('button', { name: texts.metrics.takeRate.name });
    await takeRate.click();
    expect(names()).toEqual([third.name, shop.name, otherShop.name, shopsBlock.total]);
    expect(address()).toBe('/reports/money?sort=-takeRate');
    await takeRate.click();
    expect(names()).toEqual([shop.name, third.name, otherShop.name, shopsBlock.total]);
    expect(address()).toBe('/reports/money?sort=takeRate');
    await expect
      .element(table.getByRole('row', { name: new RegExp(`${shopsBlock.total}.*135\\.500\\.000`) }))
      .toBeVisible();
    expect(await violations(table.element())).toEqual([]);
  });

  it('shows the reason of a failure, and can be retried', async () => {
    const rendered = show(Response.json({ message: 'Chưa đọc được.' }, { status: 400 }));
    await expect.element(page.getByText('Chưa đọc được.')).toBeVisible();
    const before = rendered.requests.length;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await expect.poll(() => rendered.requests.length).toBeGreaterThan(before);
  });

  it('fits a phone', async () => {
    await page.viewport(390, 844);
    show(money());
    await expect.poll(() => tile('payout')?.getAttribute('data-value')).toBe('135500000');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1024, 768);
  });
});

it('explains why the payout changed; each part links to its lines', async () => {
  const { address, back } = show(money());
  const opener = page.getByRole('button', { name: `${home.explain} ${texts.metrics.payout.name}` });
  await expect.element(opener).toBeVisible();
  opener.element().focus();
  await userEvent.keyboard('{Enter}');
  const panel = page.getByRole('dialog', { name: explain.title(explain.metrics.payout) });
  await expect
    .element(
      panel.getByText(/Tiền về giảm 2\u00a0triệu\u00a0₫, chủ yếu vì Hoàn tiền cho người mua/),
    )
    .toBeVisible();
  expect(address()).toBe('/reports/money?explain=payout');
  const part = (kind: string) =>
    [...document.querySelectorAll('[data-split="fee_class"] li')].find((item) =>
      item.textContent.includes(kind),
    );
  const links = [...(part(texts.classes.refund)?.querySelectorAll('a') ?? [])];
  const days = { of: 'payout', currency: 'VND', class: 'refund' };
  expect(
    links.map((link) => [link.textContent, Object.fromEntries(new URLSearchParams(link.search))]),
  ).toEqual([
    [explain.linesBefore, { ...days, from: '2026-09-26', to: '2026-10-23' }],
    [explain.linesNow, { ...days, from: '2026-10-24', to: '2026-11-20' }],
  ]);
  await expect.element(panel.getByText(explain.wholeDay, { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
  back();
  await expect.poll(() => panel.query()).toBeNull();
});
