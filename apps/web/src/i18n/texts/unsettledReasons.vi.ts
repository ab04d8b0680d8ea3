/** Why TikTok Shop has not settled an order, by its own English words in small letters. */
export const vi = {
  'awaiting package delivery': 'Chờ giao hàng xong',
  'settlement in progress': 'Đang đối soát',
  'return or refund in progress': 'Đang xử lý trả hàng hoặc hoàn tiền',
};
