import type { Language } from '../../platform/http/problem.ts';
import type { Facts, RenderedNotification } from './facts.ts';
import { formatMoney } from './metric-messages.ts';

/** Renders low stock: the best-selling products, what they sell a day, and a link to all of them. */
export function renderLowStock(
  facts: Facts,
  { language, names }: { language: Language; names: string },
): RenderedNotification {
  const isVietnamese = language === 'vi';
  const { products = [], productCount: count = products.length, worth, days = 0 } = facts;
  const list = new Intl.ListFormat(isVietnamese ? 'vi-VN' : 'en-GB');
  const soldOut = list.format(
    products.filter(({ daysLeft }) => daysLeft === 0).map(({ name }) => `“${name}”`),
  );
  const low = list.format(
    products
      .filter(({ daysLeft }) => daysLeft > 0)
      .map(({ name, daysLeft }) =>
        isVietnamese
          ? `“${name}” (còn khoảng ${daysLeft} ngày)`
          : `“${name}” (about ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'} left)`,
      ),
  );
  const amount = worth ? formatMoney(worth.amount, worth.currency, isVietnamese) : '';
  const others = count - products.length;
  const sentences = isVietnamese
    ? [
        soldOut && `Đã hết: ${soldOut}.`,
        low && `Sắp hết: ${low}.`,
        others > 0 && `Và ${others} sản phẩm khác.`,
        `Bình thường các sản phẩm này bán khoảng ${amount} mỗi ngày.`,
      ]
    : [
        soldOut && `Out of stock: ${soldOut}.`,
        low && `Running out: ${low}.`,
        others > 0 && `And ${others} more.`,
        `Together they usually sell about ${amount} a day.`,
      ];
  return {
    title: isVietnamese
      ? `Gian hàng ${names} có ${count} sản phẩm đã hết hoặc sẽ hết trong ${days} ngày`
      : `${count} ${count === 1 ? 'product is' : 'products are'} out of stock or will be within ${days} days at ${names}`,
    text: sentences.filter(Boolean).join(' '),
    action: {
      label: isVietnamese ? 'Xem tồn kho' : 'View stock',
      href: `/products?shop=${facts.shops[0]?.id ?? ''}&sort=cover`,
    },
  };
}
