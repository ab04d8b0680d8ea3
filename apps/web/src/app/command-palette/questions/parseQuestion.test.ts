import { describe, expect, it } from 'vitest';
import { parseQuestion, type Question } from './parseQuestion.ts';

/** A Thursday. */
const today = '2026-11-26';
const hoaMai = { id: '00000000-0000-4000-8000-000000000001', name: 'Đồ Gia Dụng Hoa Mai' };
const shops = [hoaMai, { id: '00000000-0000-4000-8000-000000000002', name: 'Shopee' }];

const parse = (text: string) => parseQuestion(text, { today, shops });
const days = (from: string, to = from) => ({ from, to });

type Expected = Partial<Question> & Pick<Question, 'metric'>;
const understood: readonly (readonly [string, Expected])[] = [
  ['doanh thu hôm qua', { metric: 'gmv', period: 'yesterday' }],
  ['Doanh thu hôm nay?', { metric: 'gmv', period: 'today' }],
  ['doanh so hom nay la bao nhieu', { metric: 'gmv', period: 'today' }],
  ['hôm qua bán được bao nhiêu', { metric: 'gmv', period: 'yesterday' }],
  ['gmv last week by shop', { metric: 'gmv', period: 'last_week', by: 'shop' }],
  ['GMV tuần trước theo gian hàng', { metric: 'gmv', period: 'last_week', by: 'shop' }],
  ['gmv theo sàn tháng này', { metric: 'gmv', period: 'month', by: 'platform' }],
  ['đơn hủy tháng này', { metric: 'cancelled_orders', period: 'month' }],
  ['đơn huỷ tháng trước', { metric: 'cancelled_orders', period: 'last_month' }],
  ['don huy thang nay', { metric: 'cancelled_orders', period: 'month' }],
  ['tỷ lệ hủy 7 ngày qua', { metric: 'cancellation_rate', period: '7d' }],
  ['cancellation rate last 28 days', { metric: 'cancellation_rate', period: '28d' }],
  ['doanh thu thuần quý này', { metric: 'net_sales', period: 'quarter' }],
  ['net sales this year', { metric: 'net_sales', period: 'year' }],
  ['số đơn hôm qua', { metric: 'orders', period: 'yesterday' }],
  ['orders yesterday', { metric: 'orders', period: 'yesterday' }],
  ['how many orders today', { metric: 'orders', period: 'today' }],
  ['đơn hàng tuần này', { metric: 'orders', period: 'week' }],
  ['đơn 3/11', { metric: 'orders', period: days('2026-11-03') }],
  ['placed orders this week', { metric: 'placed_orders', period: 'week' }],
  ['units sold last month', { metric: 'units', period: 'last_month' }],
  ['số lượng bán tháng 10', { metric: 'units', period: days('2026-10-01', '2026-10-31') }],
  ['aov 90 ngày', { metric: 'aov', period: '90d' }],
  ['giá trị đơn trung bình tháng này', { metric: 'aov', period: 'month' }],
  ['gmv 11.11', { metric: 'gmv', period: days('2026-11-11') }],
  ['gmv ngày 11/11', { metric: 'gmv', period: days('2026-11-11') }],
  ['gmv 12/12', { metric: 'gmv', period: days('2025-12-12') }],
  ['gmv 11/11/2025', { metric: 'gmv', period: days('2025-11-11') }],
  ['gmv 2026-11-03', { metric: 'gmv', period: days('2026-11-03') }],
  ['gmv 1/10 - 15/10', { metric: 'gmv', period: days('2026-10-01', '2026-10-15') }],
  ['doanh thu từ 1/10 đến 15/10', { metric: 'gmv', period: days('2026-10-01', '2026-10-15') }],
  ['sales from 1/10 to 15/10', { metric: 'gmv', period: days('2026-10-01', '2026-10-15') }],
  ['gmv tháng 11', { metric: 'gmv', period: days('2026-11-01', today) }],
  ['gmv tháng 12', { metric: 'gmv', period: days('2025-12-01', '2025-12-31') }],
  ['gmv tháng 2/2024', { metric: 'gmv', period: days('2024-02-01', '2024-02-29') }],
  ['gmv october', { metric: 'gmv', period: days('2026-10-01', '2026-10-31') }],
  ['revenue in Oct 2025', { metric: 'gmv', period: days('2025-10-01', '2025-10-31') }],
  ['gmv last year', { metric: 'gmv', period: days('2025-01-01', '2025-12-31') }],
  ['doanh số năm 2025', { metric: 'gmv', period: days('2025-01-01', '2025-12-31') }],
  ['doanh số hôm kia', { metric: 'gmv', period: days('2026-11-24') }],
  ['doanh số quý trước', { metric: 'gmv', period: days('2026-07-01', '2026-09-30') }],
  ['gmv 30 ngày qua', { metric: 'gmv', period: days('2026-10-28', today) }],
  ['gmv last 14 days', { metric: 'gmv', period: days('2026-11-13', today) }],
  ['gmv lazada hôm qua', { metric: 'gmv', period: 'yesterday', platform: 'LAZADA' }],
  ['doanh thu trên TikTok Shop', { metric: 'gmv', period: '28d', platform: 'TIKTOK' }],
  ['orders on shopee today', { metric: 'orders', period: 'today', platform: 'SHOPEE' }],
  [
    'doanh thu Đồ Gia Dụng Hoa Mai hôm qua',
    { metric: 'gmv', shopIds: [hoaMai.id], period: 'yesterday' },
  ],
  ['gmv do gia dung hoa mai 7d', { metric: 'gmv', shopIds: [hoaMai.id], period: '7d' }],
  ['gmv tháng này so với cùng kỳ', { metric: 'gmv', period: 'month', compare: 'year' }],
  ['gmv tháng này so với năm trước', { metric: 'gmv', period: 'month', compare: 'year' }],
  ['gmv last month vs last year', { metric: 'gmv', period: 'last_month', compare: 'year' }],
  ['gmv theo giờ hôm nay', { metric: 'gmv', period: 'today', by: 'hour' }],
  ['gmv by brand', { metric: 'gmv', period: '28d', by: 'brand' }],
  ['doanh số theo sản phẩm tuần này', { metric: 'gmv', period: 'week', by: 'product' }],
  ['hàng trả tháng này', { metric: 'returned_value', period: 'month' }],
  ['tiền về tháng này', { metric: 'payout', period: 'month' }],
  ['phí sàn tháng trước', { metric: 'fees', period: 'last_month' }],
  ['payouts last week', { metric: 'payout', period: 'last_week' }],
  ['chi phí quảng cáo hôm qua', { metric: 'ad_spend', period: 'yesterday' }],
  ['ad spend this month', { metric: 'ad_spend', period: 'month' }],
];

const refused: readonly (readonly [string, string])[] = [
  ['', 'nothing'],
  ['gmv', 'a metric alone is the name of something else, too'],
  ['đơn hàng', 'a page'],
  ['hôm qua', 'no metric'],
  ['lợi nhuận hôm qua', 'a metric that the product does not have'],
  ['gmv orders hôm qua', 'two metrics'],
  ['gmv hôm qua hôm nay', 'two periods'],
  ['gmv hôm qua của mẹ', 'a word that is not known'],
  ['đơn 486901000000074', 'the number of an order'],
  ['gmv 31/2', 'a day that does not exist'],
  ['gmv 15/10 - 1/10', 'days in reverse order'],
  ['gmv tháng 13', 'a month that does not exist'],
  ['gmv 3/12/2026', 'a day to come'],
  ['chi phí quảng cáo theo shop', 'ads are not of shops'],
  ['áo thun trắng', 'a product'],
];

describe('parseQuestion', () => {
  it.each(understood)('understands “%s”', (text, expected) => {
    expect(parse(text)).toEqual({ compare: 'previous', ...expected });
  });

  it.each(refused)('refuses “%s”: %s', (text) => {
    expect(parse(text)).toBeNull();
  });

  it('asks about every shop of a name, which may be the same on several marketplaces', () => {
    const namesakes = [hoaMai, { id: 'second', name: 'đồ gia dụng Hoa Mai' }];
    const question = parseQuestion('gmv Đồ Gia Dụng Hoa Mai', { today, shops: namesakes });
    expect(question?.shopIds).toEqual([hoaMai.id, 'second']);
  });

  it('ignores diacritics and case', () => {
    const plain = (text: string) =>
      text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .replaceAll('đ', 'd');
    for (const [text] of understood) {
      expect([text, parse(plain(text).toUpperCase())]).toEqual([text, parse(text)]);
    }
  });
});
