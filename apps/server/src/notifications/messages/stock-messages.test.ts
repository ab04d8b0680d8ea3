import { expect, it } from 'vitest';
import { renderNotification } from './render.ts';

const now = new Date('2026-11-22T03:00:00Z');
const facts = {
  shops: [{ id: '7', name: 'Hoa Mai' }],
  products: [
    { name: 'Nón lá', daysLeft: 0 },
    { name: 'Áo dài', daysLeft: 3 },
    { name: 'Guốc mộc', daysLeft: 1 },
  ],
  productCount: 12,
  worth: { amount: '1250000', currency: 'VND' },
  days: 7,
};

it('reports low stock with the best-selling products, their sales per day and a link', () => {
  expect(renderNotification('stock_low', facts, 'vi', now)).toEqual({
    title: 'Gian hàng Hoa Mai có 12 sản phẩm đã hết hoặc sẽ hết trong 7 ngày',
    text: 'Đã hết: “Nón lá”. Sắp hết: “Áo dài” (còn khoảng 3 ngày) và “Guốc mộc” (còn khoảng 1 ngày). Và 9 sản phẩm khác. Bình thường các sản phẩm này bán khoảng 1.250.000\u{a0}₫ mỗi ngày.',
    action: { label: 'Xem tồn kho', href: '/products?shop=7&sort=cover' },
  });
  expect(renderNotification('stock_low', facts, 'en', now)).toMatchObject({
    title: '12 products are out of stock or will be within 7 days at Hoa Mai',
    text: 'Out of stock: “Nón lá”. Running out: “Áo dài” (about 3 days left) and “Guốc mộc” (about 1 day left). And 9 more. Together they usually sell about ₫1,250,000 a day.',
  });
});

it('omits parts that do not apply', () => {
  const products = [{ name: 'Nón lá', daysLeft: 0 }];
  expect(
    renderNotification('stock_low', { ...facts, products, productCount: 1 }, 'en', now),
  ).toMatchObject({
    title: '1 product is out of stock or will be within 7 days at Hoa Mai',
    text: 'Out of stock: “Nón lá”. Together they usually sell about ₫1,250,000 a day.',
  });
});
