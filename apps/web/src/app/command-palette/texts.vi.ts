export const vi = {
  title: 'Tìm và thao tác nhanh',
  placeholder: 'Tìm trang, gian hàng, mã đơn, SKU, sản phẩm',
  groups: {
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
  },
};
export type PaletteTexts = typeof vi;
