/** Texts of the notes on days of the chart; the source language. */
export const vi = {
  title: 'Ghi chú trên biểu đồ',
  lead: (days: string) => `Cả nhóm cùng thấy các ghi chú của ${days}.`,
  failed: 'Chưa tải được ghi chú.',
  empty: 'Chưa có ghi chú nào trong những ngày này',
  emptyText: 'Ví dụ: “livestream”, “kho nghỉ”. Ghi chú giúp cả nhóm hiểu vì sao số liệu lên xuống.',
  day: 'Ngày',
  text: 'Ghi chú',
  shop: 'Gian hàng',
  allShops: 'Mọi gian hàng',
  add: 'Thêm ghi chú',
  save: 'Lưu thay đổi',
  saved: 'Đã lưu ghi chú',
  remove: 'Xoá',
  ofNote: (act: string, text: string) => `${act}: ${text}`,
  removed: 'Đã xoá ghi chú',
  restored: 'Đã khôi phục ghi chú',
  by: (author: string) => `do ${author} viết`,
};

export type NotesTexts = typeof vi;
