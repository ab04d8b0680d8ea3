/** Texts that only printed pages have; the source language. */
export const vi = {
  team: 'Nhóm',
  from: 'Từ',
  scope: 'Gian hàng',
  period: 'Kỳ',
  asOf: 'Tính đến',
  search: 'Tìm theo',
  currency: 'Tiền tệ',
};
