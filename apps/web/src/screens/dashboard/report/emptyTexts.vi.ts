/** Texts of a period without orders; the source language. */
export const vi = {
  period: 'Không có đơn hàng nào trong kỳ này.',
  toComeWhy: 'Số liệu sẽ hiện ở đây từ ngày đầu tiên của kỳ.',
  periodWhy: (dates: string) => `Đơn gần nhất nằm trong khoảng ${dates}.`,
  neverWhy: 'Khi gian hàng có đơn đầu tiên, số liệu sẽ hiện ở đây.',
  showLast: (dates: string) => `Xem ${dates}`,
  show90: 'Xem 90 ngày',
  filter: 'Không có đơn hàng nào khớp với bộ lọc.',
  filterWhy: 'Gian hàng đang chọn không có đơn trong kỳ này.',
  clear: 'Bỏ bộ lọc',
};
