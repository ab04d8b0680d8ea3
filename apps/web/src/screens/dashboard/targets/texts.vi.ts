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
};
