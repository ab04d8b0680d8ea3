/** Texts of the progress of a sync; the source language. */
export const vi = {
  of: (rows: string, total: string) => `${rows} trên ${total}`,
  rows: {
    shop: (count: string) => `${count} thông tin`,
    products: (count: string) => `${count} sản phẩm`,
    orders: (count: string) => `${count} đơn hàng`,
    ads: (count: string) => `${count} chiến dịch và quảng cáo`,
    insights: (count: string) => `${count} dòng số liệu quảng cáo`,
    returns: (count: string) => `${count} yêu cầu trả hàng`,
    settlements: (count: string) => `${count} giao dịch đối soát`,
  },
  starting: 'đang bắt đầu',
  retryAt: (message: string, time: string) => `${message} Tự thử lại lúc ${time}.`,
};
