import type { ExplainedMetric, ExplainedPartKind } from '@seller-connect/contract';

/** A part that is not one of several that the data names. */
type Effect = Exclude<
  ExplainedPartKind,
  'shop' | 'product' | 'brand' | 'account' | 'campaign' | 'fee_class' | 'others'
>;

/** Why a metric changed: there is more or less of something. */
const effects: Record<Effect, (more: boolean, count: string) => string> = {
  volume: (more, count) => `bán ${more ? 'nhiều hơn' : 'ít hơn'} ${count} sản phẩm`,
  price: (more) => `giá bán bình quân ${more ? 'cao hơn' : 'thấp hơn'}`,
  mix: (more) => `sản phẩm giá ${more ? 'cao' : 'thấp'} chiếm phần lớn hơn`,
  new_products: (_more, count) => `${count} sản phẩm mới bán kỳ này`,
  gone_products: (_more, count) => `${count} sản phẩm kỳ này không bán`,
  gmv: (more) => `doanh số (GMV) ${more ? 'tăng' : 'giảm'}`,
  cancelled: (more) => `hàng bị huỷ ${more ? 'nhiều hơn' : 'ít hơn'}`,
  failed: (more) => `hàng giao không thành công ${more ? 'nhiều hơn' : 'ít hơn'}`,
  returned: (more) => `hàng bị trả ${more ? 'nhiều hơn' : 'ít hơn'}`,
  vouchers: (more) => `mã giảm giá ${more ? 'nhiều hơn' : 'ít hơn'}`,
  kept: (more) => `đơn còn hàng được giữ lại ${more ? 'nhiều hơn' : 'ít hơn'}`,
  other_orders: (more) =>
    `đơn giao không thành công hoặc bị trả hết ${more ? 'nhiều hơn' : 'ít hơn'}`,
  dividend: (more) => `giá trị hàng khách giữ lại ${more ? 'cao hơn' : 'thấp hơn'}`,
  divisor: (more) => `số đơn hợp lệ ${more ? 'nhiều hơn' : 'ít hơn'}`,
  shop_mix: (more) => `nhiều đơn hơn đến từ gian hàng có mức ${more ? 'cao' : 'thấp'}`,
};

/** Texts of the explanation of a change; the source language. */
export const vi = {
  title: (metric: string) => `Vì sao ${metric} thay đổi?`,
  /** Names of the metrics within a sentence. */
  metrics: {
    gmv: 'doanh số (GMV)',
    netSales: 'doanh thu thuần',
    orders: 'số đơn hàng',
    units: 'số lượng bán',
    aov: 'giá trị đơn trung bình',
    cancellationRate: 'tỷ lệ huỷ',
    payout: 'tiền về',
    fees: 'phí sàn',
    adSpend: 'chi phí quảng cáo',
  } satisfies Record<ExplainedMetric, string>,
  ofBrand: (metric: string, brand: string) => `${metric} của ${brand}`,
  rose: (metric: string, amount: string) => `${metric} tăng ${amount}`,
  fell: (metric: string, amount: string) => `${metric} giảm ${amount}`,
  same: (metric: string) => `${metric} không đổi.`,
  balanced: (metric: string) => `${metric} không đổi: các phần tăng và giảm bù cho nhau.`,
  mainly: (change: string, cause: string) => `${change}, chủ yếu vì ${cause}.`,
  mostly: (change: string, cause: string) => `${change}. Phần lớn nhất: ${cause}.`,
  balancedBy: (change: string, cause: string, counterCause: string) =>
    `${change}: ${cause}, nhưng ${counterCause}.`,
  shopOn: (shop: string, platform: string) => `${shop} (${platform})`,
  alone: (change: string) => `${change}.`,
  points: (value: string) => `${value} điểm %`,
  now: 'Kỳ này',
  before: 'Kỳ so sánh',
  difference: 'Chênh lệch',
  total: 'Tổng chênh lệch',
  failed: 'Chưa tải được phần giải thích.',
  loading: (days: number) =>
    `Còn ${days} ngày của kỳ này đang tải; các con số có thể còn thay đổi.`,
  none: {
    title: 'Chưa có gì để so sánh',
    to_come: 'Những ngày này chưa đến.',
    not_read: 'Số liệu của kỳ so sánh chưa tải xong. Phần giải thích sẽ hiện khi tải xong.',
    no_orders: 'Một trong hai kỳ không có đơn nào để tính.',
    not_provided: 'Sàn của các gian hàng này không cung cấp số liệu thanh toán.',
    loading: 'Số liệu của kỳ này đang tải.',
    no_account: 'Chưa có tài khoản quảng cáo nào được liên kết.',
    other_currency: 'Quảng cáo được trả bằng loại tiền khác với báo cáo.',
    nothing: 'Cả hai kỳ đều chưa có gì.',
  },
  splits: {
    shop: 'Theo gian hàng',
    product: 'Theo sản phẩm',
    brand: 'Theo thương hiệu',
    account: 'Theo tài khoản quảng cáo',
    campaign: 'Theo chiến dịch',
    fee_class: 'Theo loại khoản',
    effect: {
      gmv: 'Theo số lượng, giá và cơ cấu',
      netSales: 'Từ doanh số đến doanh thu thuần',
      orders: 'Theo kết quả của đơn',
      units: 'Theo nguyên nhân',
      aov: 'Theo giá trị hàng và số đơn',
      cancellationRate: 'Theo số đơn huỷ và tổng số đơn',
      payout: '',
      fees: '',
      adSpend: '',
    } satisfies Record<ExplainedMetric, string>,
  },
  about: {
    gmv: 'Giá trị hàng khách giữ lại được tách theo số lượng, giá và cơ cấu; hàng huỷ, giao hỏng và trả lại đứng riêng.',
    netSales: 'Doanh thu thuần là doanh số trừ hàng huỷ, giao hỏng, trả lại và mã giảm giá.',
    orders: '',
    units: '',
    aov: 'Giá trị hàng khách giữ lại chia cho số đơn hợp lệ.',
    cancellationRate: 'Số đơn huỷ chia cho tổng số đơn.',
    payout: '',
    fees: '',
    adSpend: '',
  } satisfies Record<ExplainedMetric, string>,
  parts: {
    volume: 'Số lượng bán',
    price: 'Giá bán bình quân',
    mix: 'Cơ cấu sản phẩm',
    new_products: 'Sản phẩm mới bán',
    gone_products: 'Sản phẩm không còn bán',
    gmv: 'Doanh số (GMV)',
    cancelled: 'Hàng bị huỷ',
    failed: 'Hàng giao không thành công',
    returned: 'Hàng bị trả',
    vouchers: 'Mã giảm giá của shop',
    kept: 'Đơn còn hàng được giữ lại',
    other_orders: 'Đơn giao không thành công hoặc bị trả hết',
    dividend: 'Giá trị hàng khách giữ lại',
    divisor: 'Số đơn hợp lệ',
    shop_mix: 'Tỷ trọng giữa các gian hàng',
  } satisfies Record<Effect, string>,
  cancelledOrders: 'Đơn bị huỷ',
  allOrders: 'Tổng số đơn',
  others: {
    shop: (count: string) => `${count} gian hàng khác`,
    product: (count: string) => `${count} sản phẩm khác`,
    brand: (count: string) => `${count} thương hiệu khác`,
    account: (count: string) => `${count} tài khoản khác`,
    campaign: (count: string) => `${count} chiến dịch khác`,
    fee_class: (count: string) => `${count} loại khoản khác`,
  },
  fromTo: (before: string, now: string) => `${before} → ${now}`,
  orders: (count: string) => `${count} đơn`,
  pieces: (count: string) => `${count} sản phẩm`,
  lines: (count: string) => `${count} khoản`,
  onlyNow: 'mới bán kỳ này',
  onlyBefore: 'kỳ này không bán',
  atOldPrices: 'theo giá bình quân của kỳ so sánh',
  ofBoth: (count: string) => `${count} sản phẩm bán ở cả hai kỳ`,
  dearer: 'sản phẩm giá cao chiếm phần lớn hơn',
  cheaper: 'sản phẩm giá thấp chiếm phần lớn hơn',
  higherShops: 'nhiều đơn hơn ở gian hàng có mức cao',
  lowerShops: 'nhiều đơn hơn ở gian hàng có mức thấp',
  products: (count: string) => `${count} sản phẩm`,
  ordersNow: 'Đơn kỳ này',
  ordersBefore: 'Đơn kỳ so sánh',
  productsNow: 'Sản phẩm kỳ này',
  productsBefore: 'Sản phẩm kỳ so sánh',
  linesNow: 'Các khoản kỳ này',
  linesBefore: 'Các khoản kỳ so sánh',
  daysNow: 'Từng ngày kỳ này',
  daysBefore: 'Từng ngày kỳ so sánh',
  ordersOf: (part: string, period: string) => `${period}: ${part}`,
  explainShop: 'Vì sao?',
  explainShopLong: (shop: string) => `Vì sao ${shop} thay đổi?`,
  allShops: 'Mọi gian hàng',
  allBrands: 'Mọi thương hiệu',
  wholeDay: 'Ngày cuối của kỳ so sánh tính cả ngày',
  more: (count: string) => `Xem thêm ${count}`,
  fewer: 'Thu gọn',
  causes: {
    shopOrders: (shop: string, count: string, more: boolean) =>
      `gian hàng ${shop} bán ${more ? 'nhiều hơn' : 'ít hơn'} ${count} đơn`,
    shopPieces: (shop: string, count: string, more: boolean) =>
      `gian hàng ${shop} bán ${more ? 'nhiều hơn' : 'ít hơn'} ${count} sản phẩm`,
    shop: (shop: string, amount: string, more: boolean) =>
      `gian hàng ${shop} ${more ? 'tăng' : 'giảm'} ${amount}`,
    shopRatio: (shop: string, before: string, now: string, more: boolean) =>
      `gian hàng ${shop} ${more ? 'tăng' : 'giảm'} từ ${before} ${more ? 'lên' : 'xuống'} ${now}`,
    shopPresence: (shop: string, isNew: boolean) =>
      isNew ? `gian hàng ${shop} mới có đơn` : `gian hàng ${shop} không còn đơn`,
    productPieces: (product: string, count: string, more: boolean) =>
      `“${product}” bán ${more ? 'nhiều hơn' : 'ít hơn'} ${count} sản phẩm`,
    product: (product: string, amount: string, more: boolean) =>
      `“${product}” ${more ? 'tăng' : 'giảm'} ${amount}`,
    part: (name: string, amount: string, more: boolean) =>
      `${name} ${more ? 'tăng' : 'giảm'} ${amount}`,
    effects,
    cancelledOrders: (more: boolean) => `đơn bị huỷ ${more ? 'nhiều hơn' : 'ít hơn'}`,
    allOrders: (more: boolean) => `tổng số đơn ${more ? 'nhiều hơn' : 'ít hơn'}`,
  },
};

export type ExplainTexts = typeof vi;
