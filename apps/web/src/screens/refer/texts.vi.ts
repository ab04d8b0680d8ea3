export const vi = {
  title: 'Liên kết giới thiệu không hợp lệ',
  text: 'Liên kết này đã hết hạn, đã bị thay đổi hoặc không do công cụ báo cáo nào của bạn tạo ra.',
  what: 'Hãy quay lại công cụ báo cáo và mở một liên kết mới, hoặc vào thẳng Seller Connect.',
};
