import {
  gmv,
  net_sales,
  orders,
  units,
  aov,
  cancellation_rate,
  cancelled_orders,
  placed_orders,
  returned_value,
  cancelled_value,
} from '@seller-connect/contract/metrics/sales.vi';
import { fees, payout } from '@seller-connect/contract/metrics/money.vi';
import { ad_spend } from '@seller-connect/contract/metrics/ads.vi';

/** What is found or done on a page, by its path, as sellers would search for it. */
const pages: Readonly<Record<string, string>> = {
  '/': 'báo cáo doanh số doanh thu sản phẩm bán chạy quảng cáo roas mục tiêu dashboard',
  '/orders': 'trả hàng huỷ giao hàng hoàn tiền orders',
  '/products': 'tồn kho hết hàng sắp hết giá bán products stock',
  '/reports/money': 'phí sàn hoa hồng đối soát thanh toán payouts fees',
  '/reports/reconcile': 'đối chiếu kiểm tra lệch sai số liệu tệp xuất reconciliation',
  '/connect': 'thêm kết nối ngắt liên kết shop connect',
  '/settings/appearance': 'chế độ tối sáng tiếng Anh English theme',
  '/settings/notifications': 'cảnh báo zalo webhook báo cáo định kỳ gửi email alerts',
  '/settings/password': 'đổi mật khẩu đổi email password',
  '/settings/sessions': 'thiết bị đăng xuất từ xa sessions',
  '/settings/account': 'xoá tài khoản google account',
  '/settings/team': 'mời thành viên nhân viên phân quyền team',
  '/settings/reporting-tools':
    'xuất tải dữ liệu api google sheets excel power bi csv claude chatgpt export',
  '/settings/audit': 'lịch sử thao tác ai đã làm gì audit',
};

export const vi = {
  title: 'Tìm và thao tác nhanh',
  placeholder: 'Tìm trang, mã đơn, SKU, hoặc hỏi “doanh thu hôm qua”',
  groups: {
    answers: 'Trả lời',
    pages: 'Trang',
    views: 'Chế độ xem',
    shops: 'Gian hàng',
    orders: 'Đơn hàng',
    products: 'Sản phẩm',
    actions: 'Thao tác',
  },
  searching: 'Đang tìm trong đơn hàng và sản phẩm',
  searchIn: {
    orders: (query: string) => `Tìm “${query}” trong Đơn hàng`,
    products: (query: string) => `Tìm “${query}” trong Sản phẩm`,
  },
  found: (count: number) => (count === 0 ? 'Không tìm thấy' : `${count} kết quả`),
  nothing: (query: string) => `Không tìm thấy “${query}”`,
  nothingHint:
    'Gõ không dấu cũng được. Thử tên trang, tên gian hàng, mã đơn, SKU hoặc việc bạn muốn làm.',
  answers: {
    loading: 'Đang tải số liệu',
    failed: 'Chưa tải được số liệu. Nhấn Enter để mở báo cáo.',
    offline: 'Không có kết nối. Số liệu sẽ tự tải khi có mạng trở lại.',
    none: 'Chưa có',
    partial: 'chưa đồng bộ xong',
    change: (change: string, days: string, until: string | null) =>
      `${change} so với ${days}${until === null ? '' : ` đến ${until}`}`,
    points: (value: string) => `${value} điểm %`,
    all: (count: number) => `Xem tất cả ${count}`,
    examplesTitle: 'Có thể hỏi:',
    examples: ['doanh thu hôm qua', 'gmv tuần trước theo gian hàng', 'đơn huỷ tháng này'],
    metrics: {
      gmv: gmv.name,
      net_sales: net_sales.name,
      orders: orders.name,
      units: units.name,
      aov: aov.name,
      cancellation_rate: cancellation_rate.name,
      cancelled_orders: cancelled_orders.name,
      placed_orders: placed_orders.name,
      returned_value: returned_value.name,
      cancelled_value: cancelled_value.name,
      payout: payout.name,
      fees: fees.name,
      ad_spend: ad_spend.name,
    },
  },
  keys: 'Chọn bằng ↑ ↓, mở bằng Enter, đóng bằng Esc',
  theme: (mode: string) => `Giao diện: ${mode}`,
  language: 'Ngôn ngữ',
  sync: 'Đồng bộ ngay',
  link: (partner: string) => `Liên kết ${partner}`,
  keywords: {
    theme: 'theme appearance mau giao dien',
    modes: { light: 'light', dark: 'dark', system: 'system device' },
    language: 'language ngon ngu tieng viet english',
    signOut: 'logout thoat sign out',
    sync: 'sync dong bo cap nhat du lieu refresh',
    link: 'ket noi them gian hang san connect link shop',
    shop: 'shop gian hang lich su',
    pages,
  },
};
