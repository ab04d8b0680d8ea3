/** What every part of the product says; the source. */
export const vi = {
  product: 'Seller Connect',
  error: 'Lỗi',
  alreadyLoggedOut: 'Người dùng đã đăng xuất',
  somethingWentWrong: 'Đã có lỗi xảy ra, vui lòng thử lại sau',
  unexpectedApplicationError: 'Ứng dụng gặp lỗi không mong muốn',
  permissionDenied: 'Bạn không có quyền truy cập trang này',
  pageNotFound: 'Trang bạn truy cập không tồn tại',
  backHome: 'Về trang chủ',
  signIn: 'Đăng nhập',
  signOut: 'Đăng xuất',
  tryAgain: 'Thử lại',
  cancel: 'Huỷ',
  close: 'Đóng',
  loading: 'Đang tải',
  reload: 'Tải lại trang',
  syncStarted: 'Đã bắt đầu đồng bộ các gian hàng',
  /** Of a number that is estimated. */
  about: (number: string) => `khoảng ${number}`,
  reference: (id: string) => `Mã tra cứu: ${id}`,
  languageNames: { vi: 'Tiếng Việt', en: 'English' },
  themeModes: { light: 'Sáng', dark: 'Tối', system: 'Theo thiết bị' },
  partners: {
    LAZADA: 'Lazada',
    SHOPEE: 'Shopee',
    TIKI: 'Tiki',
    TIKTOK: 'TikTok Shop',
    FACEBOOK: 'Facebook Ads',
  },
  teamRoles: { owner: 'Chủ nhóm', member: 'Thành viên', viewer: 'Người xem' },
  lookOnly: (team: string) =>
    `Bạn chỉ có quyền xem trong nhóm “${team}”. Hãy nhờ chủ nhóm đổi vai trò của bạn thành thành viên.`,
  toTeam: 'Xem nhóm',
  freshSignIn: {
    title: 'Xác nhận đây là bạn',
    text: 'Những thay đổi này cần một lần đăng nhập trong vòng 15 phút gần đây. Sau khi đăng nhập, bạn quay lại đúng trang này.',
    action: 'Đăng nhập lại',
  },
  syncStates: {
    waiting: 'Đang chờ',
    syncing: 'Đang đồng bộ',
    up_to_date: 'Đã cập nhật',
    late: 'Chậm',
    needs_you: 'Cần bạn xử lý',
    paused: 'Tạm dừng',
  },
  streams: {
    shop: 'Thông tin gian hàng',
    products: 'Sản phẩm',
    orders: 'Đơn hàng',
    ads: 'Chiến dịch và quảng cáo',
    insights: 'Số liệu quảng cáo theo ngày',
    returns: 'Trả hàng và hoàn tiền',
    settlements: 'Đối soát và thanh toán',
  },
};

export type SharedTexts = typeof vi;
