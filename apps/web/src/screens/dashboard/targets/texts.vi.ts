export const vi = {
  metrics: { gmv: 'Doanh số (GMV)', netSales: 'Doanh thu thuần' },
  /** `month` is `11/2026`. */
  set: (month: string) => `Đặt mục tiêu tháng ${month}`,
  change: (month: string) => `Sửa mục tiêu tháng ${month}`,
  month: (month: string) => `Mục tiêu tháng ${month}`,
  short: (month: string, progress: string) => `Mục tiêu tháng ${month}: ${progress}`,
  shortMetric: { gmv: 'doanh số', netSales: 'doanh thu thuần' },
  reached: (share: string, amount: string) => `${share} của ${amount}`,
  projected: (amount: string) => `Dự kiến cuối tháng: ${amount}`,
  needed: (amount: string, days: string) => `Cần ${amount} mỗi ngày trong ${days} ngày còn lại`,
  done: 'Đã đạt mục tiêu',
  loading: (days: string) => `Còn ${days} ngày đang tải`,
  about: 'Cách tính dự kiến',
  aboutText:
    'Dự kiến là mức trung bình của các ngày đã trọn trong tháng, nhân với số ngày của tháng. Các ngày chiến dịch sắp tới chưa được tính, và ba ngày đầu tháng chưa có dự kiến.',
  dialog: {
    team: 'Cho tất cả gian hàng của nhóm.',
    shop: (name: string) => `Chỉ cho gian hàng ${name}.`,
    month: 'Tháng',
    metric: 'Chỉ số',
    amount: 'Mục tiêu',
    missing: 'Hãy nhập mục tiêu',
    unreadable: 'Mục tiêu là số tiền chẵn, chẳng hạn 500.000.000',
    zero: 'Mục tiêu phải lớn hơn 0',
    tooLarge: 'Mục tiêu tối đa là 100 nghìn tỷ',
    save: 'Lưu mục tiêu',
    remove: 'Bỏ mục tiêu',
    saved: 'Đã lưu mục tiêu',
    removed: 'Đã bỏ mục tiêu',
    failed: 'Chưa tải được mục tiêu của tháng này',
  },
};

export type TargetTexts = typeof vi;
