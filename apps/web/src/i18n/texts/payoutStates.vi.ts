/** How far the money of an order is, wherever it is said. */
export const vi = {
  not_due: 'Chưa đến hạn',
  due: 'Chờ thanh toán',
  overdue: 'Quá hạn thanh toán',
  matched: 'Đã về đủ',
  under: 'Về thiếu',
  over: 'Về thừa',
  unknown: 'Chưa có số liệu',
};
