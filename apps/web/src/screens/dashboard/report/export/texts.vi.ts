/** Texts of the chart's downloads; the source language. */
export const vi = {
  currency: (currency: string) => `Đơn vị tiền: ${currency}.`,
  basis: 'Ngày chốt đơn',
  columns: {
    from: 'Từ ngày',
    to: 'Đến ngày',
    hour: 'Giờ',
    previousFrom: 'Từ ngày (kỳ so sánh)',
    previousTo: 'Đến ngày (kỳ so sánh)',
    previous: (metric: string) => `${metric} (kỳ so sánh)`,
    complete: 'Đủ số liệu',
    yes: 'có',
    no: 'chưa',
    events: 'Sự kiện',
    currency: 'Tiền tệ',
    basis: 'Cách tính ngày',
    timeZone: 'Múi giờ',
    asOf: 'Tính đến',
  },
};
