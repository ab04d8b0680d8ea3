export const vi = {
  title: 'Đối tác chưa khả dụng',
  text: (partner: string) =>
    `Hiện chưa liên kết được với ${partner}. Kết nối này chưa được bật trên hệ thống.`,
  unknown: 'Liên kết bạn mở không dẫn đến đối tác nào mà Seller Connect hỗ trợ.',
  others: 'Trong lúc chờ, bạn có thể liên kết các đối tác đang sẵn sàng.',
  back: 'Xem các đối tác',
};
