/** Texts of Home before the first report; the source language. */
export const vi = {
  title: 'Bắt đầu với Seller Connect',
  lead: 'Vài bước ngắn để thấy doanh số của mọi gian hàng ở một nơi.',
  putAway: 'Ẩn các bước',
  bringBack: 'Hiện các bước bắt đầu',
  empty: 'Báo cáo bán hàng sẽ hiện ở đây',
  emptyText: 'Chưa có gian hàng nào được liên kết nên chưa có số liệu.',
  steps: 'Các bước bắt đầu',
  states: { done: 'đã xong', current: 'bước hiện tại', later: 'chưa làm' },
  profile: 'Hoàn thiện hồ sơ',
  profileText: 'Email, số điện thoại, ngành nghề và mục đích sử dụng.',
  profileAction: 'Điền hồ sơ',
  profileDone: 'Hồ sơ đã đầy đủ.',
  connect: 'Liên kết gian hàng',
  connectText:
    'Chọn sàn, đăng nhập ở sàn và cho phép đọc đơn hàng. Chúng tôi chỉ đọc, không sửa gì trong gian hàng của bạn.',
  connectAction: 'Liên kết gian hàng',
  connectDone: (shops: string) => `Đã liên kết ${shops}.`,
  sync: 'Đồng bộ lần đầu',
  syncText: 'Số liệu đầu tiên thường có sau vài giây; đơn hàng cũ hơn được tải tiếp sau đó.',
  syncNow: 'Đang kết nối dữ liệu, vui lòng chờ',
  done: 'Hoàn tất',
  doneText: 'Báo cáo hiện ngay tại trang này.',
};

export type StartTexts = typeof vi;
