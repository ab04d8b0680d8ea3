/** Payout states of an order. */
export const vi = {
  not_due: 'Chưa đến hạn',
  due: 'Chờ thanh toán',
  overdue: 'Quá hạn thanh toán',
  matched: 'Đã về đủ',
  under: 'Về thiếu',
  over: 'Về thừa',
  unknown: 'Chưa có số liệu',
};
