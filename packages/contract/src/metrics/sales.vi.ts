import type { MetricLabels } from './metric.ts';

export const gmv: MetricLabels = {
  name: 'Doanh số (GMV)',
  about: 'Tổng giá bán của mọi đơn hàng đã chốt trong kỳ, kể cả đơn sau đó bị huỷ hoặc hoàn trả.',
};
export const orders: MetricLabels = {
  name: 'Đơn hàng',
  about: 'Số đơn hàng đã chốt trong kỳ, kể cả đơn sau đó bị huỷ hoặc hoàn trả.',
};
export const product_orders: MetricLabels = {
  name: 'Đơn có sản phẩm',
  about:
    'Số đơn hàng đã chốt có sản phẩm này. Cộng nhiều sản phẩm thì một đơn được đếm một lần cho mỗi sản phẩm.',
};
export const placed_orders: MetricLabels = {
  name: 'Đơn đã đặt',
  about: 'Số đơn hàng theo ngày đặt, kể cả đơn chưa thanh toán.',
};
export const cancelled_value: MetricLabels = {
  name: 'Giá trị đơn huỷ',
  about: 'Tổng giá bán của những sản phẩm bị huỷ, tính vào ngày chốt đơn.',
};
export const failed_value: MetricLabels = {
  name: 'Giá trị giao không thành công',
  about: 'Tổng giá bán của những sản phẩm không giao được, tính vào ngày chốt đơn.',
};
export const returned_value: MetricLabels = {
  name: 'Giá trị hàng trả',
  about: 'Tổng giá bán của những sản phẩm bị trả lại hoặc hoàn tiền, tính vào ngày chốt đơn.',
};
export const nmv: MetricLabels = {
  name: 'Doanh số sau huỷ và trả',
  about:
    'Doanh số (GMV) trừ giá trị bị huỷ, giao không thành công và bị trả: giá bán của những sản phẩm được giữ lại.',
};
export const seller_vouchers: MetricLabels = {
  name: 'Mã giảm giá của shop',
  about: 'Mã giảm giá do bạn chịu trên những sản phẩm được giữ lại.',
};
export const net_sales: MetricLabels = {
  name: 'Doanh thu thuần',
  about:
    'Giá bán của những sản phẩm đã bán, không tính sản phẩm bị huỷ, giao không thành công hoặc hoàn trả, trừ mã giảm giá do bạn chịu.',
};
export const units: MetricLabels = {
  name: 'Số lượng bán',
  about: 'Số sản phẩm đã bán, không tính sản phẩm bị huỷ, giao không thành công hoặc hoàn trả.',
};
export const valid_orders: MetricLabels = {
  name: 'Đơn hợp lệ',
  about: 'Số đơn hàng đã chốt còn giữ lại ít nhất một sản phẩm.',
};
export const aov: MetricLabels = {
  name: 'Giá trị đơn trung bình',
  about: 'Giá bán của những sản phẩm được giữ lại, chia cho số đơn còn ít nhất một sản phẩm.',
};
export const cancelled_orders: MetricLabels = {
  name: 'Đơn huỷ',
  about: 'Số đơn hàng đã chốt mà mọi sản phẩm đều bị huỷ.',
};
export const cancellation_rate: MetricLabels = {
  name: 'Tỷ lệ huỷ',
  about: 'Số đơn bị huỷ chia cho số đơn đã chốt trong kỳ. Tỷ lệ tăng là tín hiệu xấu.',
};
export const unknown_items: MetricLabels = {
  name: 'Dòng hàng chưa rõ trạng thái',
  about: 'Số dòng hàng có trạng thái mà chúng tôi chưa biết; chúng được tính là giữ lại.',
};
