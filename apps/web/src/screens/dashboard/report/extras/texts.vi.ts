/** Texts of what the chart shows beside the metric; the source language. */
export const vi = {
  target: 'Mục tiêu',
  note: (text: string) => `Ghi chú: ${text}`,
  shopNote: (shop: string, text: string) => `Ghi chú (${shop}): ${text}`,
  changes: {
    sold_out: { name: (products: string) => `Hết hàng: ${products}`, short: 'Hết hàng' },
    restocked: { name: (products: string) => `Có hàng lại: ${products}`, short: 'Có hàng lại' },
    price_lowered: { name: (products: string) => `Giảm giá: ${products}`, short: 'Giảm giá' },
    price_raised: { name: (products: string) => `Tăng giá: ${products}`, short: 'Tăng giá' },
  },
  priced: (product: string, before: string, after: string) => `${product} (${before} → ${after})`,
  moreProducts: (count: string) => `${count} sản phẩm khác`,
};
