/** TikTok Shop's reasons for unsettled orders, by their English text in lower case. */
export const vi = {
  'awaiting package delivery': 'Chờ giao hàng xong',
  'settlement in progress': 'Đang đối soát',
  'return or refund in progress': 'Đang xử lý trả hàng hoặc hoàn tiền',
};
