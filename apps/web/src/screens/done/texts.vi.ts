export const vi = {
  title: 'Hoàn tất',
  close: 'Bạn có thể đóng cửa sổ này và tiếp tục trong công cụ báo cáo.',
  closeFor: (tool: string) => `Bạn có thể đóng cửa sổ này và tiếp tục với ${tool}.`,
  next: 'Số liệu được cập nhật tự động từ đây. Bạn không phải làm gì thêm.',
  continueIn: (tool: string) => `Tiếp tục trong ${tool}`,
  summary: (shops: number, orders: string) => `${shops} gian hàng, ${orders} đơn hàng`,
  report: 'Xem báo cáo',
  reportText: 'Doanh số, đơn hàng, phí và tiền về của mọi gian hàng',
  others: 'Excel, Google Sheets, Looker Studio hoặc Power BI',
  othersLink: 'Lấy số liệu vào công cụ khác',
  notYet: 'Chưa hoàn tất',
  notYetText: 'Dữ liệu của bạn vẫn đang được đọc. Trang này sẽ báo khi xong.',
  progress: 'Xem tiến độ',
  unknown: 'Chưa hỏi được trạng thái đồng bộ. Việc đồng bộ vẫn tiếp tục.',
};
export type DoneTexts = typeof vi;
