import { expect, it } from 'vitest';
import { renderNotification } from './render.ts';

const now = new Date('2026-11-22T03:00:00Z');
const shops = [{ id: '7', name: 'Hoa Mai' }];

it('reports a drop of sales with the day, the amount and the usual amount', () => {
  const facts = {
    shops,
    from: '2026-11-21',
    to: '2026-11-21',
    amounts: { now: '90071992547409931', baseline: '123456789', currency: 'VND' },
  };
  expect(renderNotification('sales_drop', facts, 'vi', now)).toEqual({
    title: 'Doanh số gian hàng Hoa Mai giảm mạnh',
    // The amount has more digits than a JavaScript number can hold.
    text: 'Ngày 21/11/2026 đạt 90.071.992.547.409.931\u{a0}₫; ngày này trong tuần thường đạt khoảng 123.456.789\u{a0}₫.',
    action: {
      label: 'Xem báo cáo',
      href: '/?shop=7&currency=VND&period=custom&from=2026-11-21&to=2026-11-21',
    },
  });
  expect(renderNotification('sales_drop', facts, 'en', now).text).toBe(
    'Sales on 21 Nov 2026 were ₫90,071,992,547,409,931. This weekday usually brings in about ₫123,456,789.',
  );
});

it('reports a rise with both shares, and links to the orders', () => {
  const facts = {
    shops,
    from: '2026-11-15',
    to: '2026-11-21',
    currency: 'MYR',
    shares: { now: 0.125, baseline: 0.04 },
  };
  const rendered = renderNotification('cancellations_up', facts, 'vi', now);
  expect(rendered.text).toBe('Từ 15/11/2026 đến 21/11/2026: 12,5% đơn bị huỷ, thường là 4%.');
  expect(rendered.action.href).toBe(
    '/orders?stage=cancelled&basis=committed&shop=7&currency=MYR&period=custom&from=2026-11-15&to=2026-11-21',
  );
  expect(renderNotification('returns_up', facts, 'en', now).text).toBe(
    'From 15 Nov 2026 to 21 Nov 2026, 12.5% of sales were returned. 4% is usual.',
  );
});

it('reports late data with the time of the shop’s clock, and that retries continue', () => {
  const facts = { shops, platform: 'SHOPEE' as const, since: '2026-11-21T20:05:00Z' };
  expect(renderNotification('data_late', facts, 'vi', now)).toMatchObject({
    text: 'Đơn hàng mới được đọc đến 22/11/2026, 03:05. Chúng tôi vẫn tiếp tục thử lại với Shopee.',
    action: { href: '/connect/shops/7' },
  });
  const inSingapore = { ...facts, timeZone: 'Asia/Singapore' };
  expect(renderNotification('data_late', inSingapore, 'en', now).text).toBe(
    'Orders are synced up to 22 Nov 2026, 04:05. We’ll keep retrying with Shopee.',
  );
});

it('reports a rise of fees with both shares, and links to the fees', () => {
  const facts = {
    shops,
    from: '2026-11-15',
    to: '2026-11-21',
    shares: { now: 0.142, baseline: 0.118 },
  };
  expect(renderNotification('fees_up', facts, 'vi', now)).toEqual({
    title: 'Tỷ lệ phí sàn của gian hàng Hoa Mai tăng',
    text: 'Từ 15/11/2026 đến 21/11/2026: sàn giữ lại 14,2% tiền hàng, thường là 11,8%.',
    action: {
      label: 'Xem phí sàn',
      href: '/reports/money?shop=7&period=custom&from=2026-11-15&to=2026-11-21',
    },
  });
});

it('reports overdue payouts with count and value, and links to exactly these orders', () => {
  const facts = {
    shops,
    platform: 'SHOPEE' as const,
    from: '2026-09-08',
    to: '2026-11-07',
    orders: 1200,
    days: 15,
    worth: { amount: '3200000', currency: 'VND' },
  };
  expect(renderNotification('payouts_overdue', facts, 'vi', now)).toEqual({
    title: 'Gian hàng Hoa Mai có 1.200 đơn quá hạn thanh toán',
    text: 'Đã giao hơn 15 ngày mà Shopee chưa thanh toán khoản nào, trị giá 3.200.000\u{a0}₫. Hãy kiểm tra và hỏi lại sàn.',
    action: {
      label: 'Xem các đơn quá hạn',
      href: '/orders?payout=overdue&shop=7&currency=VND&basis=committed&period=custom&from=2026-09-08&to=2026-11-07',
    },
  });
});

it('reports campaigns that spend without sales, and links to the ads of these days', () => {
  const facts = {
    shops,
    from: '2026-11-15',
    to: '2026-11-21',
    campaigns: ['Video', 'Tương tác'],
    worth: { amount: '123.45', currency: 'USD' },
  };
  expect(renderNotification('ads_without_sales', facts, 'en', now)).toEqual({
    title: 'Ads for Hoa Mai are spending without sales',
    text: 'From 15 Nov 2026 to 21 Nov 2026, “Video” and “Tương tác” spent US$123.45 with no attributed purchases.',
    action: { label: 'View ads', href: '/?period=custom&from=2026-11-15&to=2026-11-21' },
  });
});
