import { expect, it } from 'vitest';
import type { AlertFacts, Facts } from './facts.ts';
import { renderNotification } from './render.ts';

const now = new Date('2026-11-22T03:00:00Z');
const alert: AlertFacts = {
  ruleId: 'r',
  rule: 'Doanh số thấp',
  metric: 'gmv',
  condition: { kind: 'below', period: 'yesterday', threshold: '5000000' },
  value: '1200000',
  baseline: null,
  low: '5000000',
  high: null,
  channels: { inApp: true, mail: true, webhook: true },
  mutedBy: [],
};
const facts: Facts = {
  shops: [{ id: '7', name: 'Hoa Mai' }],
  from: '2026-11-21',
  to: '2026-11-21',
  currency: 'VND',
  alert,
};
const render = (
  more: Partial<AlertFacts>,
  others: Partial<Facts> = {},
  language: 'vi' | 'en' = 'vi',
) =>
  renderNotification(
    'alert_raised',
    { ...facts, ...others, alert: { ...alert, ...more } },
    language,
    now,
  );

it('states metric, shop, value and threshold, and links to the report of that shop and day', () => {
  expect(render({})).toEqual({
    title: 'Doanh số thấp: Doanh số (GMV) 1.200.000\u{a0}₫',
    text: 'Hoa Mai, 21/11/2026: Doanh số (GMV) 1.200.000\u{a0}₫, thấp hơn ngưỡng 5.000.000\u{a0}₫.',
    action: {
      label: 'Xem báo cáo',
      href: '/?shop=7&currency=VND&period=custom&from=2026-11-21&to=2026-11-21',
    },
  });
});

it('names up to three shops, counts more, and links to the report of exactly those', () => {
  const shops = (['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const).map((platform, id) => ({
    id: String(id),
    name: 'Hoa Mai',
    platform,
  }));
  const three = render({}, { shops: shops.slice(0, 3) }, 'en');
  expect(three.text).toMatch(
    /^Hoa Mai \(Lazada\), Hoa Mai \(Shopee\) and Hoa Mai \(Tiki\), 21 Nov 2026: /,
  );
  expect(three.action.href).toMatch(/^\/\?shops=0%2C1%2C2&currency=VND/);
  const four = render({}, { shops });
  expect(four.text).toMatch(/^4 gian hàng, 21\/11\/2026: /);
  expect(render({}, { shops }, 'en').text).toMatch(/^4 shops, 21 Nov 2026: /);
  expect(four.action.href).toMatch(/^\/\?shops=0%2C1%2C2%2C3&/);
});

it('states the comparison, and links to the report with the same comparison', () => {
  const rendered = render(
    {
      metric: 'orders',
      condition: { kind: 'rise', period: 'last_7_days', percent: 30, compare: 'year' },
      value: '140',
      baseline: '100',
      high: '130',
    },
    { shops: [], platform: 'SHOPEE', from: '2026-11-15' },
    'en',
  );
  expect(rendered.text).toBe(
    'Shopee, 15 Nov 2026 – 21 Nov 2026: Orders 140, up more than 30% on a year before (100).',
  );
  expect(rendered.action.href).toBe(
    '/?platform=SHOPEE&currency=VND&period=custom&from=2026-11-15&to=2026-11-21&compare=year',
  );
});

it('states the usual range', () => {
  const rendered = render(
    {
      metric: 'cancellation_rate',
      condition: { kind: 'unusual', period: 'today' },
      value: '0.1234',
      baseline: '0.05',
      low: '0.02',
      high: '0.08',
    },
    { shops: [] },
    'en',
  );
  expect(rendered.text).toBe(
    'All shops, 21 Nov 2026: Cancellation rate 12.34%, unusual: this weekday is usually between 2% and 8% by this time.',
  );
});
