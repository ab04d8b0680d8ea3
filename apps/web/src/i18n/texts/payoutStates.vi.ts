/** Payout states of an order. */
export const vi = {
  not_due: 'Chưa đến hạn',
  due: 'Chờ thanh toán',
  overdue: 'Quá hạn thanh toán',
  matched: 'Đã về đủ',
  under: 'Trả thiếu',
  over: 'Trả thừa',
  unknown: 'Sàn chưa báo',
};
