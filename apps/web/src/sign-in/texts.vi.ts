/** What the login area says; the source. */
export const vi = {
  product: 'Seller Connect',
  tagline: 'Mọi gian hàng của bạn trong một báo cáo',
  title: 'Đăng nhập',
  username: 'Tên đăng nhập hoặc email',
  password: 'Mật khẩu',
  remember: 'Ghi nhớ đăng nhập',
  forgot: 'Quên mật khẩu?',
  submit: 'Đăng nhập',
  or: 'hoặc',
  google: 'Đăng nhập bằng Google',
  noAccount: 'Chưa có tài khoản?',
  register: 'Đăng ký',
  showPassword: 'Hiện mật khẩu',
  hidePassword: 'Ẩn mật khẩu',
  language: 'Ngôn ngữ',
  switchTheme: 'Đổi giao diện sáng hoặc tối',
  back: 'Quay lại đăng nhập',
  beginAgain: 'Bắt đầu lại',
  missing: {
    username: 'Vui lòng nhập tên đăng nhập hoặc email',
    password: 'Vui lòng nhập mật khẩu',
  },
  errors: {
    invalid_credentials:
      'Tên đăng nhập hoặc mật khẩu chưa đúng. Hãy thử lại hoặc đặt lại mật khẩu.',
    rate_limited: 'Bạn đã thử quá nhiều lần. Hãy chờ một lát rồi thử lại.',
    interaction_expired: 'Phiên đăng nhập này đã hết hạn. Hãy bắt đầu lại.',
    validation: 'Vui lòng nhập tên đăng nhập và mật khẩu.',
    unavailable: 'Chưa kết nối được với máy chủ. Kiểm tra mạng rồi thử lại.',
  },
  rateLimitedFor: (seconds: number) =>
    seconds < 90
      ? `Bạn đã thử quá nhiều lần. Hãy thử lại sau ${seconds} giây.`
      : `Bạn đã thử quá nhiều lần. Hãy thử lại sau ${Math.ceil(seconds / 60)} phút.`,
  notices: {
    register: {
      title: 'Đăng ký tài khoản',
      what: 'Trang này sẽ cho bạn tự tạo tài khoản bằng email.',
      when: 'Tính năng này có ở bản cập nhật kế tiếp. Hiện tài khoản do quản trị viên của bạn tạo.',
    },
    'forgot-password': {
      title: 'Quên mật khẩu',
      what: 'Trang này sẽ gửi cho bạn một liên kết để đặt mật khẩu mới.',
      when: 'Tính năng này có ở bản cập nhật kế tiếp. Hiện quản trị viên của bạn có thể đặt lại mật khẩu.',
    },
    google: {
      title: 'Đăng nhập bằng Google',
      what: 'Cách này sẽ đưa bạn đến Google để xác nhận bạn là ai, rồi trở lại đây.',
      when: 'Tính năng này có ở bản cập nhật kế tiếp. Hiện bạn có thể đăng nhập bằng mật khẩu.',
    },
  },
  picture: {
    description:
      'Ví dụ một báo cáo: doanh số 1,25 tỷ đồng, tăng 12,3% so với kỳ trước, theo ngày và theo gian hàng',
    title: 'Tổng quan',
    period: '28 ngày',
    gmv: 'Doanh số (GMV)',
    gmvValue: '1,25 tỷ ₫',
    change: '+12,3%',
    against: 'so với kỳ trước',
    orders: 'Đơn hàng',
    ordersValue: '4.812',
    aov: 'Giá trị đơn trung bình',
    aovValue: '259.800 ₫',
    byShop: 'Theo gian hàng',
    shops: ['Hoa Mai', 'Nhà Bếp Việt', 'Tre Xanh'],
  },
};

export type SignInTexts = typeof vi;
