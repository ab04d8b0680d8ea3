/** Texts of the period's calendar and the choice of shops; the source language. */
export const vi = {
  rangeTooLong: 'Kỳ dài nhất là khoảng 10 năm. Hãy chọn kỳ ngắn hơn.',
  showShops: (count: number) => (count === 0 ? 'Xem' : `Xem ${count} gian hàng`),
  presets: 'Kỳ chọn nhanh',
  noDataBefore: (day: string) => `Chưa có số liệu trước ngày ${day}.`,
  calendar: {
    calendar: 'Lịch',
    previousMonth: 'Tháng trước',
    nextMonth: 'Tháng sau',
    month: 'Tháng',
    year: 'Năm',
    months: Array.from({ length: 12 }, (_, index) => `Tháng ${index + 1}`),
    monthOfYear: (month: number, year: number) => `Tháng ${month + 1}, ${year}`,
    weekdays: [
      { short: 'CN', long: 'Chủ nhật' },
      { short: 'T2', long: 'Thứ Hai' },
      { short: 'T3', long: 'Thứ Ba' },
      { short: 'T4', long: 'Thứ Tư' },
      { short: 'T5', long: 'Thứ Năm' },
      { short: 'T6', long: 'Thứ Sáu' },
      { short: 'T7', long: 'Thứ Bảy' },
    ],
    today: 'hôm nay',
    selected: 'đang chọn',
    noData: 'chưa có số liệu',
  },
};
