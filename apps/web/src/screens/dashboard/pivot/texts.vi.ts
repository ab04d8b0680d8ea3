/** Texts of the table of shops by week or month; the source language. */
export const vi = {
  caption: (metric: string) => `${metric} theo gian hàng và thời gian`,
  unit: 'Cột',
  units: { week: 'Tuần', month: 'Tháng' },
  metric: 'Chỉ số',
  shop: 'Gian hàng',
  total: 'Tổng cộng',
  download: 'Tải CSV',
  marketplace: 'Sàn',
  failed: 'Chưa tải được bảng này.',
  loading: (days: number) => `Còn ${days} ngày đang tải; các con số có thể còn tăng.`,
  onlyMonths: 'Kỳ dài hơn một năm chỉ xem được theo tháng.',
  file: 'gian-hang',
};
