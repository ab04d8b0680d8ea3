import type { MetricLabels } from './metric.ts';

export const ad_spend: MetricLabels = {
  name: 'Chi phí quảng cáo',
  about:
    'Số tiền quảng cáo đã tiêu trong kỳ, theo lịch của tài khoản quảng cáo. Nền tảng còn có thể điều chỉnh số liệu của 28 ngày gần nhất.',
};
export const ad_purchase_value: MetricLabels = {
  name: 'Doanh số quảng cáo ghi nhận',
  about: 'Giá trị các lượt mua mà nền tảng quảng cáo tự ghi nhận cho quảng cáo của mình.',
};
export const ad_impressions: MetricLabels = {
  name: 'Lượt hiển thị',
  about: 'Số lần quảng cáo được hiển thị.',
};
export const ad_clicks: MetricLabels = {
  name: 'Lượt nhấp quảng cáo',
  about: 'Số lần quảng cáo được nhấp.',
};
export const ad_purchases: MetricLabels = {
  name: 'Lượt mua quảng cáo ghi nhận',
  about: 'Số lượt mua mà nền tảng quảng cáo tự ghi nhận cho quảng cáo của mình.',
};
export const channel_roas: MetricLabels = {
  name: 'ROAS do nền tảng báo',
  about: 'Doanh số mà nền tảng quảng cáo tự ghi nhận, chia cho chi phí quảng cáo.',
};
export const blended_roas: MetricLabels = {
  name: 'ROAS tổng hợp',
  about:
    'Mỗi đồng quảng cáo đi cùng bao nhiêu đồng doanh thu thuần của mọi gian hàng, bất kể được ghi nhận cho ai.',
};
export const ad_cost_ratio: MetricLabels = {
  name: 'Tỷ lệ chi phí quảng cáo',
  about: 'Phần doanh thu thuần đã chi cho quảng cáo. Tăng là tin xấu.',
};
