import { violations } from '@seller-connect/ui/testing/render.tsx';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/renderScreen.tsx';
import OrderScreen from './detail/OrderScreen.tsx';
import { order, returnCase, shopId } from './testing/sampleOrders.ts';
import { texts as timelineTexts } from './detail/timelineTexts.ts';
import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';

const path = '/orders/:shopId/:orderId';

beforeEach(() => page.viewport(1024, 768));

it.each([
  ['INTERNET_BANKING', texts.paymentMethods.onlineBanking],
  ['MIXEDCARD', texts.paymentMethods.card],
  ['VNPAY_QR', texts.paymentMethods.vnpay],
  ['Thẻ Napas', 'Thẻ Napas'],
])('translates the payment method %s if it is known', async (paymentMethod, text) => {
  renderOrder({ isCod: false, paymentMethod });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it('says beside the stage of a returned order that nothing of it is kept', async () => {
  renderOrder({ stage: 'completed', units: 0 });
  await expect.element(page.getByText(texts.allReturned)).toBeVisible();
});

it('shows how an order counts, its oddities explained, and its raw responses digit by digit', async () => {
  const payload = '{"order_id":486860800000000123,"price":1e2,"items":[]}';
  let failures = 1;
  const rendered = renderOrder({}, () => {
    if (failures > 0) {
      failures -= 1;
      return new Response(null, { status: 503 });
    }
    const answer = { part: 'order', readAt: order.readAt, changedAt: null, payload };
    return Response.json({ items: [answer], total: 1 });
  });
  await expect
    .element(page.getByRole('heading', { level: 1, name: texts.orderTitle(order.orderId) }))
    .toBeVisible();
  await expect.element(page.getByText('170.000', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText(texts.flagMessages.unknown_status('beamed'))).toBeVisible();
  await expect.element(page.getByText('something_new')).toBeVisible();
  // The tooltip of the stage has the marketplace's own status.
  await expect
    .element(page.getByText(texts.marketplaceStatus('delivered')).first())
    .not.toBeVisible();
  // Opening the page does not fetch personal data.
  expect(rendered.requests.some(({ url }) => url.endsWith('/answers'))).toBe(false);

  await page.getByRole('button', { name: texts.showAnswers }).click();
  // What takes the place of the button has its focus.
  await expect.element(page.getByRole('group', { name: texts.answers })).toHaveFocus();
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('486860800000000123', { exact: false })).toBeVisible();
  await expect.element(page.getByText('"price": 1e2', { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('shows what happened when, in the time zone of the shop, and nothing whose time is unknown', async () => {
  await page.viewport(390, 800);
  const none = { caseId: null, paid: null };
  const paid = { amount: '-12000', currency: 'VND' };
  renderOrder({
    cases: [returnCase, { ...returnCase, caseId: '77002' }],
    events: [
      { kind: 'ordered', day: '2026-11-11', at: '2026-11-10T17:05:00.000Z', ...none },
      { kind: 'shipped', day: '2026-11-11', at: '2026-11-11T12:30:00.000Z', ...none },
      { kind: 'delivered', day: '2026-11-12', at: '2026-11-12T03:00:00.000Z', ...none },
      { kind: 'cancelled', day: '2026-11-12', at: '2026-11-12T04:00:00.000Z', ...none },
      {
        kind: 'refunded',
        day: '2026-11-13',
        at: '2026-11-13T05:00:00.000Z',
        caseId: '77002',
        paid: { amount: '88000', currency: 'VND' },
      },
      { kind: 'settled', day: '2026-11-16', at: null, caseId: null, paid },
    ],
  });
  const timeline = page.getByRole('list', { name: timelineTexts.title });
  await expect.element(timeline).toBeVisible();
  const entries = timeline.getByRole('listitem').elements();
  expect(entries.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
    'Đặt hàng11/11/2026, 00:05',
    'Giao cho đơn vị vận chuyển11/11/2026, 19:30',
    'Giao thành công12/11/2026, 10:00',
    'Huỷ đơn12/11/2026, 11:00',
    'Hoàn tiền cho người mua: 88.000 ₫ · Mã 7700213/11/2026, 12:00',
    'Sàn trừ tiền của bạn: 12.000 ₫16/11/2026',
  ]);
  expect(document.documentElement.scrollWidth).toBe(390);
  expect(await violations()).toEqual([]);
});

it('names what is newer than the page neutrally', async () => {
  const none = { caseId: null, paid: null };
  const event = { kind: 'exchanged', day: '2026-11-11', at: '2026-11-11T03:00:00.000Z', ...none };
  const newer = { kind: 'exchange', state: 'exchanged' };
  renderOrder({
    // As a server sends it that is newer than the page.
    ...JSON.parse(
      JSON.stringify({
        stage: 'teleported',
        events: [event],
        cases: [{ ...returnCase, ...newer }],
      }),
    ),
  });
  const timeline = page.getByRole('list', { name: timelineTexts.title });
  await expect.element(timeline.getByText('Việc khác')).toBeVisible();
  await expect.element(page.getByText(texts.stages.unknown).first()).toBeVisible();
  await expect.element(page.getByText(texts.cases.kinds.unknown).first()).toBeVisible();
  await expect.element(page.getByText(texts.cases.states.unknown).first()).toBeVisible();
});

it('shows the payout that the marketplace expects, as an estimate with its reason', async () => {
  const expected = {
    amount: '145000',
    reason: 'Awaiting package delivery',
    until: '',
    readAt: order.readAt,
  };
  renderOrder({ platform: 'TIKTOK', expected });
  await expect.element(page.getByRole('heading', { name: texts.expected.title })).toBeVisible();
  await expect.element(page.getByText(texts.expected.what('TikTok Shop'))).toBeVisible();
  await expect.element(page.getByText('Chờ giao hàng xong')).toBeVisible();
  expect(document.querySelector('[data-expected]')?.textContent).toMatch(/^khoảng.*145\.000/);
  // Values that the marketplace does not provide have no row.
  expect(page.getByText(texts.expected.until).query()).toBeNull();
  expect(await violations()).toEqual([]);
});

it('shows returns with reason, times, refund and what the report deducts', async () => {
  await page.viewport(390, 800);
  const one = returnCase;
  const lines = order.lines.map((line) => ({ ...line, quantity: 3, returnedQuantity: 2 }));
  const open = { ...one, caseId: '77002', state: 'requested', reason: 'Damaged', counted: '0' };
  const strange = { ...one, caseId: '77003', state: 'unknown', flags: ['unknown_status:ON_MARS'] };
  renderOrder({ lines, cases: [one, open, strange] });
  const cases = page.getByRole('list', { name: texts.cases.title }).getByRole('listitem');
  const refunded = cases.filter({ hasText: '77001' });
  await expect.element(refunded.getByText(texts.cases.states.refunded)).toBeVisible();
  await expect.element(refunded.getByText(texts.cases.reasons.PHYSICAL_DMG)).toBeVisible();
  await expect.element(refunded.getByText('88.000', { exact: false })).toBeVisible();
  await expect.element(refunded.getByText('−90.000', { exact: false })).toBeVisible();
  await expect.element(refunded.getByText(/Hoàn tiền: .*15\/11/)).toBeVisible();
  const requested = cases.filter({ hasText: '77002' });
  await expect.element(requested.getByText('Damaged')).toBeVisible();
  await expect.element(requested.getByText(texts.cases.notCounted)).toBeVisible();
  const unrecognized = cases.filter({ hasText: '77003' });
  await expect
    .element(unrecognized.getByText(texts.flagMessages.unknown_status('ON_MARS')))
    .toBeVisible();
  await expect.element(page.getByText(texts.partReturned('2'), { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
});

it('merges equal lines, and shows a long list in parts', async () => {
  const [line] = order.lines;
  const lines = Array.from({ length: 130 }, (_, index) => ({
    ...line,
    lineId: String(index),
    name: `Áo thun ${index}`,
    ...(index === 0 && { quantity: 9000, equalLines: 9000 }),
  }));
  renderOrder({ lines });
  const table = page.getByRole('table', { name: texts.lines });
  await expect
    .element(table.getByText(texts.equalLines('9.000'), { exact: false }))
    .toBeInTheDocument();
  const rows = () => table.getByRole('row').elements().length - 1;
  expect(rows()).toBe(50);
  await page.getByRole('button', { name: texts.moreLines('50') }).click();
  expect(rows()).toBe(100);
  await page.getByRole('button', { name: texts.moreLines('30') }).click();
  expect(rows()).toBe(130);
});

it('says once that an order does not exist, and links back to the list', async () => {
  const { reported } = renderScreen({
    screen: OrderScreen,
    path,
    at: `/orders/${shopId}/1`,
    answer: () => new Response(null, { status: 404 }),
  });
  await expect.element(page.getByText(texts.unknown)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: texts.back }))
    .toHaveAttribute('href', '/orders');
  expect(reported).toEqual([]);
});

it.each([
  { platform: 'LAZADA', name: texts.answerParts.order_items },
  { platform: 'SHOPEE', name: texts.secondAnswerPart.SHOPEE },
  { platform: 'TIKTOK', name: texts.secondAnswerPart.TIKTOK },
])('names the second raw response of $platform: $name', async ({ platform, name }) => {
  const answer = { part: 'order_items', readAt: order.readAt, changedAt: null, payload: '{}' };
  renderOrder({ platform }, () => Response.json({ items: [answer], total: 1 }));
  await page.getByRole('button', { name: texts.showAnswers }).click();
  await expect
    .element(page.getByText(texts.answerOf(name, formats.dateTime(order.readAt))))
    .toBeVisible();
});

/** Renders the screen of the sample order with changed fields, for a member. */
function renderOrder(changes: object, answerRaw?: () => Response) {
  return renderScreen({
    screen: OrderScreen,
    path,
    at: `/orders/${shopId}/${order.orderId}`,
    answer({ url }) {
      if (url.pathname === '/user') return Response.json({ sub: '1', team: { role: 'member' } });
      if (answerRaw && url.pathname.endsWith('/answers')) return answerRaw();
      return Response.json({ ...order, ...changes });
    },
  });
}
