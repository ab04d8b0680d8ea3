import { violations } from '@seller-connect/ui/testing/render.tsx';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createAdsReport, byShop, products, shop, createSummary } from '../testing/sampleReport.ts';
import { renderHome } from '../testing/renderHome.tsx';

/** Converts a sample response, which has amounts in whole đồng, to small amounts with cents. */
function withCents(answer: object, currency: string): unknown {
  return JSON.parse(JSON.stringify(answer), (name, value: unknown) => {
    if (name === 'currency') return currency;
    const isAmount = typeof value === 'string' && /^\d{4,12}$/.test(value);
    return isAmount && !/id$/i.test(name) ? (Number(value) / 6_543_210).toFixed(2) : value;
  });
}

const adAccount = { ...shop, id: '00000000-0000-4000-8000-000000000009', platform: 'FACEBOOK' };
const shops = { items: [{ ...shop, currency: 'MYR' }, adAccount], total: 2 };

/** A shop in Malaysia whose ads are billed in US dollars. */
function showMalaysia() {
  return renderHome({
    '/partner/shops': () => shops,
    '/reporting/summary': (query) => withCents(createSummary(query.get('period')), 'MYR'),
    '/reporting/breakdown': () => withCents(byShop, 'MYR'),
    '/reporting/products': () => withCents(products, 'MYR'),
    '/reporting/ads': () => withCents(createAdsReport(), 'USD'),
  });
}

const labels = (selector: string) =>
  Array.from(
    document.querySelectorAll(`${selector} svg text[text-anchor="end"]`),
    (label) => label.textContent,
  );

afterEach(() => page.viewport(1024, 768));

it.each([1440, 390])('shows sen and cents on Home, %d px wide', async (width) => {
  await page.viewport(width, 900);
  showMalaysia();
  const spend = () => document.querySelector('[data-metric="adSpend"]')?.textContent;
  await expect.poll(spend).toContain('9,36');
  expect(spend()).toContain('USD');
  const gmv = document.querySelector('[data-metric="gmv"]');
  expect(gmv?.textContent).toMatch(/\d,\d\d\sRM/);
  // An axis with a range of a few dollars has distinct labels.
  await expect.poll(() => labels('[data-ads]').length).toBeGreaterThan(2);
  const axis = labels('[data-ads]');
  expect(new Set(axis).size).toBe(axis.length);
  expect(axis.every((label) => /^(\d+,\d\d|\d+\/\d+)$/.test(label ?? ''))).toBe(true);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  for (const number of document.querySelectorAll<HTMLElement>('[data-metric]')) {
    expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth);
  }
  expect(await violations()).toEqual([]);
});
