/** Texts of the dialog of a month's target; the source language. */
export const vi = {
  team: 'Cho tất cả gian hàng của nhóm.',
  shop: (name: string) => `Chỉ cho gian hàng ${name}.`,
  month: 'Tháng',
  metric: 'Chỉ số',
  amount: 'Mục tiêu',
  missing: 'Hãy nhập mục tiêu',
  unreadable: 'Mục tiêu là số tiền chẵn, chẳng hạn 500.000.000',
  zero: 'Mục tiêu phải lớn hơn 0',
  tooLarge: 'Mục tiêu tối đa là 100 nghìn tỷ',
  save: 'Lưu mục tiêu',
  remove: 'Bỏ mục tiêu',
  saved: 'Đã lưu mục tiêu',
  removed: 'Đã bỏ mục tiêu',
  failed: 'Chưa tải được mục tiêu của tháng này',
};
