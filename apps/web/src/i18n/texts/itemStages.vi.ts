/** Stages of an order and its items. */
export const vi = {
  unpaid: 'Chưa thanh toán',
  to_ship: 'Chờ lấy hàng',
  shipping: 'Đang giao',
  delivered: 'Đã giao',
  completed: 'Hoàn thành',
  cancelled: 'Đã huỷ',
  failed_delivery: 'Giao không thành công',
  unknown: 'Chưa rõ',
};
