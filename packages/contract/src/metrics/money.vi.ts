import type { MetricLabels } from './metric.ts';

export const payout: MetricLabels = {
  name: 'Tiền về',
  about:
    'Số tiền sàn đã thanh toán, sau khi trừ phí, hoàn tiền và các khoản điều chỉnh. Khi TikTok Shop không cho biết ngày trả, ngày kết thúc bảng kê được tính.',
};
export const fees: MetricLabels = {
  name: 'Phí sàn',
  about: 'Các khoản phí và tiền phạt sàn giữ lại trong những lần đã thanh toán.',
};
export const pending_payout: MetricLabels = {
  name: 'Tiền chờ thanh toán',
  about: 'Số tiền sàn đã ghi nhận nhưng chưa thanh toán.',
};
export const estimated_payout: MetricLabels = {
  name: 'Tiền về ước tính',
  about:
    'Số tiền chính TikTok Shop ước tính sẽ trả cho các đơn chưa vào kỳ đối soát nào. Chỉ là ước tính: có thể thay đổi và không cộng vào khoản nào khác.',
};
export const settled_orders: MetricLabels = {
  name: 'Đơn đã đối soát',
  about: 'Số đơn hàng đã chốt trong kỳ và đã được thanh toán.',
};
export const settled_net_sales: MetricLabels = {
  name: 'Doanh thu thuần đã đối soát',
  about: 'Doanh thu thuần của những đơn đã được thanh toán.',
};
export const settled_fees: MetricLabels = {
  name: 'Phí của đơn đã đối soát',
  about: 'Phí sàn của những đơn đã được thanh toán.',
};
export const take_rate: MetricLabels = {
  name: 'Tỷ lệ phí sàn',
  about: 'Phí sàn chia cho doanh thu thuần, chỉ tính trên các đơn đã được thanh toán.',
};
export const overdue_orders: MetricLabels = {
  name: 'Đơn quá hạn thanh toán',
  about: 'Số đơn đã giao hơn 15 ngày mà chưa được thanh toán khoản nào.',
};
