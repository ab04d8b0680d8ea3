export const vi = {
  title: 'Xác thực thành công',
  linked: (shops: string, _count: number) => `Đã liên kết ${shops}.`,
  linkedAny: (count: number): string =>
    count > 1 ? 'Các gian hàng của bạn đã được liên kết.' : 'Gian hàng của bạn đã được liên kết.',
  connecting: 'Đang kết nối dữ liệu, vui lòng chờ',
  safe: 'Bạn có thể rời trang này: việc đồng bộ vẫn tiếp tục và không mất gì.',
  complete: 'Đã đọc xong dữ liệu của các gian hàng.',
  rows: (rows: string, unit: string) => `${rows} ${unit}`,
  rowsOf: (rows: string, all: string, unit: string) => `${rows} trên ${all} ${unit}`,
  units: {
    shop: 'gian hàng',
    products: 'sản phẩm',
    orders: 'đơn hàng',
    ads: 'chiến dịch và quảng cáo',
    insights: 'dòng số liệu quảng cáo',
    returns: 'yêu cầu trả hàng',
    settlements: 'giao dịch',
  },
  waiting: 'Đang chờ đến lượt',
  partial: 'Số liệu đầu tiên đã có, phần còn lại đang được đọc thêm.',
  seeReport: 'Xem báo cáo',
  continue: 'Tiếp tục',
  another: 'Liên kết thêm gian hàng',
  retryAt: (when: string) => `Tự thử lại ${when}.`,
  failed: 'Chưa hỏi được tiến độ đồng bộ. Việc đồng bộ vẫn tiếp tục.',
};
export type VerifiedTexts = typeof vi;
