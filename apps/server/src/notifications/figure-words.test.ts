import { expect, it } from 'vitest';
import { tell } from './words.ts';

const now = new Date('2026-11-22T03:00:00Z');
const shops = [{ id: '7', name: 'Hoa Mai' }];

it('tells a drop of sales with the day, the money and what is usual', () => {
  const facts = {
    shops,
    from: '2026-11-21',
    to: '2026-11-21',
    amounts: { now: '90071992547409931', usual: '123456789', currency: 'VND' },
  };
  expect(tell('sales_drop', facts, 'vi', now)).toEqual({
    title: 'Doanh số gian hàng Hoa Mai giảm mạnh',
    // Every digit of an amount that no JavaScript number holds.
    text: 'Ngày 21/11/2026 đạt 90.071.992.547.409.931\u{a0}₫; ngày này trong tuần thường đạt khoảng 123.456.789\u{a0}₫.',
    action: {
      label: 'Xem báo cáo',
      href: '/?shop=7&period=custom&from=2026-11-21&to=2026-11-21',
    },
  });
  expect(tell('sales_drop', facts, 'en', now).text).toBe(
    '21/11/2026 brought ₫90,071,992,547,409,931; this weekday usually brings about ₫123,456,789.',
  );
});

it('tells a rise with both shares, and leads to the orders', () => {
  const facts = {
    shops,
    from: '2026-11-15',
    to: '2026-11-21',
    shares: { now: 0.125, usual: 0.04 },
  };
  const told = tell('cancellations_up', facts, 'vi', now);
  expect(told.text).toBe('Từ 15/11/2026 đến 21/11/2026: 12,5% đơn bị huỷ, thường là 4%.');
  expect(told.action.href).toBe(
    '/orders?stage=cancelled&shop=7&period=custom&from=2026-11-15&to=2026-11-21',
  );
  expect(tell('returns_up', facts, 'en', now).text).toBe(
    'From 15/11/2026 to 21/11/2026 12.5% of the sales came back; 4% is usual.',
  );
});

it('tells since when data are late, and that we go on', () => {
  const facts = { shops, platform: 'SHOPEE' as const, since: '2026-11-21T20:05:00Z' };
  expect(tell('data_late', facts, 'vi', now)).toMatchObject({
    text: 'Đơn hàng mới được đọc đến 22/11/2026, 03:05. Chúng tôi vẫn tiếp tục thử lại với Shopee.',
    action: { href: '/connect/shops/7' },
  });
});
