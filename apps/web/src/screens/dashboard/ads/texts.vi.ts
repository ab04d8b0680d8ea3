import {
  ad_cost_ratio,
  ad_spend,
  blended_roas,
  channel_roas,
} from '@seller-connect/contract/metrics/ads.vi';

/** Texts of the ads section; the source language. */
export const vi = {
  title: 'Quảng cáo',
  metrics: {
    adSpend: ad_spend,
    blendedRoas: blended_roas,
    adCostRatio: ad_cost_ratio,
    channelRoas: channel_roas,
  },
  aboutMetric: (name: string) => `Cách tính: ${name}`,
  basis: 'Ngày quảng cáo theo lịch của tài khoản quảng cáo; doanh thu theo ngày chốt đơn.',
  asOf: (time: string) => `Số liệu tính đến ${time}.`,
  times: (value: string) => `${value}×`,
  reasons: {
    no_account: 'Chưa liên kết tài khoản quảng cáo',
    loading: 'Đang tải số liệu của kỳ này',
    to_come: 'Những ngày này chưa đến',
    no_spend: 'Kỳ này không chi quảng cáo',
    no_sales: 'Kỳ này chưa có doanh thu thuần',
    some_shops: 'Chi phí không chia được theo gian hàng; hãy xem tất cả gian hàng',
    other_currency: 'Có chi phí bằng loại tiền khác, không cộng được',
    different_times:
      'Chi phí và doanh thu hôm nay đang được tải đến những giờ khác nhau; hãy xem khi hết ngày',
  },
  stillSyncing: 'số liệu còn đang tải',
  toCome: 'còn ngày chưa đến',
  noneBefore: {
    no_spend: (dates: string) => `${dates} không chi quảng cáo`,
    no_sales: (dates: string) => `${dates} không có doanh thu thuần`,
    no_purchases: (dates: string) => `${dates} không ghi nhận lượt mua nào`,
  },
  untilNow: (dates: string) => `chưa so sánh khi ngày chưa hết; ${dates} là trọn một ngày`,
  otherCalendar: (accounts: string) =>
    `Ngày của ${accounts} bắt đầu vào giờ khác với ngày của gian hàng, nên các chỉ số chung chỉ gần đúng.`,
  otherCurrency: (accounts: string) => `Chưa gồm ${accounts}: chi phí bằng loại tiền khác.`,
  spentBy: (name: string, amount: string) => `${name} (${amount})`,
  chart: {
    title: 'Chi phí quảng cáo theo ngày',
    summary: (spend: string, day: string, maxSpend: string) =>
      `Chi ${spend} trong kỳ. Nhiều nhất ngày ${day}: ${maxSpend}.`,
  },
  campaigns: 'Chiến dịch chi nhiều nhất',
  clicks: (clicks: string) => `${clicks} lượt nhấp`,
  purchases: (purchases: string) => `${purchases} lượt mua ghi nhận`,
  roas: (value: string) => `ROAS ${value}`,
  noRoas: 'Chưa ghi nhận lượt mua',
  noSpendWhy: 'Chọn kỳ khác để xem chi phí và kết quả quảng cáo.',
  noCampaigns: 'Kỳ này không có chiến dịch nào chi tiền.',
  failed: 'Chưa tải được số liệu quảng cáo.',
};
