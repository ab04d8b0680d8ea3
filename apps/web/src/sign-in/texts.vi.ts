/** Texts of the login area; the source language. */
export const vi = {
  product: 'Seller Connect',
  tagline: 'Mọi gian hàng của bạn trong một báo cáo',
  promises: [
    'Chỉ đọc: không đổi giá, tồn kho hay đơn hàng của bạn',
    'Ngắt liên kết từng gian hàng bất cứ lúc nào',
    'Số liệu khớp với trang người bán, đến từng đơn hàng',
  ],
  partners: 'Kết nối với Lazada, Shopee, Tiki, TikTok Shop và Facebook Ads',
  arrival: (tool: string) =>
    `${tool} dùng Seller Connect để đọc số liệu gian hàng của bạn. Liên kết xong, bạn sẽ quay lại ${tool}.`,
  backToTool: (tool: string) => `Quay lại ${tool}`,
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
    unlock_needed:
      'Tên này đã bị nhập sai mật khẩu quá nhiều lần, nên từ trình duyệt lạ cần thêm một bước. Nếu mật khẩu bạn vừa nhập là đúng, chúng tôi đã gửi một liên kết đến email của tài khoản: hãy mở liên kết đó trên trình duyệt này rồi đăng nhập lại. Trình duyệt bạn đã từng đăng nhập vẫn dùng được như thường.',
    interaction_expired: 'Phiên đăng nhập này đã hết hạn. Hãy bắt đầu lại.',
    validation: 'Vui lòng nhập tên đăng nhập và mật khẩu.',
    google_cancelled:
      'Bạn đã huỷ đăng nhập bằng Google. Bạn có thể thử lại hoặc đăng nhập bằng mật khẩu.',
    google_embedded:
      'Google không cho đăng nhập bên trong ứng dụng khác, như Zalo hay Facebook. Hãy mở lại liên kết bằng Chrome hoặc Safari, hoặc đăng nhập bằng mật khẩu.',
    google_prove:
      'Email của tài khoản Google này đã có tài khoản ở đây. Hãy đăng nhập bằng mật khẩu của tài khoản đó một lần để liên kết với Google.',
    google_unavailable:
      'Đăng nhập bằng Google chưa dùng được lúc này. Hãy thử lại sau hoặc đăng nhập bằng mật khẩu.',
    unavailable: 'Chưa kết nối được với máy chủ. Kiểm tra mạng rồi thử lại.',
    server_error: 'Đã có lỗi xảy ra, vui lòng thử lại sau',
  },
  rateLimitedFor: (seconds: number) =>
    seconds < 90
      ? `Bạn đã thử quá nhiều lần. Hãy thử lại sau ${seconds} giây.`
      : `Bạn đã thử quá nhiều lần. Hãy thử lại sau ${Math.ceil(seconds / 60)} phút.`,
  privacy: {
    title: 'Thông báo về dữ liệu cá nhân',
    before: 'Khi bấm nút bên dưới, bạn đồng ý với cách chúng tôi xử lý dữ liệu như trong ',
    beforeGoogle:
      'Khi tạo tài khoản mới bằng Google, bạn đồng ý với cách chúng tôi xử lý dữ liệu như trong ',
    link: 'Thông báo về dữ liệu cá nhân',
    after: '.',
    version: (version: string) => `Phiên bản ${version}`,
  },
  forms: {
    email: 'Email',
    name: 'Họ và tên',
    newPassword: 'Mật khẩu mới',
    choosePassword: 'Mật khẩu',
    chosenPassword: 'Mật khẩu bạn đã chọn',
    passwordHelp: 'Ít nhất 15 ký tự. Một câu ngắn là cách dễ nhớ nhất.',
    passwordLength: (typed: number) => (typed < 15 ? `${typed}/15 ký tự` : 'Đủ dài'),
    haveAccount: 'Đã có tài khoản?',
    missing: {
      email: 'Vui lòng nhập email',
      name: 'Vui lòng nhập họ và tên',
      password: 'Vui lòng nhập mật khẩu',
    },
    invalidEmail: 'Email chưa đúng, ví dụ: ten@congty.vn',
    errors: {
      validation: 'Vui lòng điền đầy đủ và đúng các ô.',
      invalid_credentials: 'Mật khẩu chưa đúng. Hãy nhập mật khẩu bạn đã chọn khi đăng ký.',
      link_expired: 'Liên kết này đã được dùng hoặc đã hết hạn.',
      change_expired: 'Liên kết này đã được dùng, đã hết hạn hoặc đã có liên kết mới hơn thay thế.',
      email_taken:
        'Địa chỉ email này nay đã thuộc về một tài khoản khác. Hãy đăng nhập bằng tài khoản đó, hoặc chọn địa chỉ khác.',
      mail_unavailable:
        'Hệ thống này chưa được cài đặt để gửi email. Hãy liên hệ quản trị viên của bạn.',
      privacy_outdated:
        'Thông báo về dữ liệu cá nhân đã thay đổi sau khi bạn mở trang này. Hãy tải lại trang rồi đăng ký lại.',
      password_too_short: 'Mật khẩu cần có ít nhất 15 ký tự. Một câu ngắn là cách dễ nhớ nhất.',
      password_too_long: 'Mật khẩu quá dài. Hãy dùng nhiều nhất khoảng 100 ký tự.',
      password_common: 'Mật khẩu này quá dễ đoán hoặc đã từng bị lộ. Hãy chọn mật khẩu khác.',
      password_personal:
        'Mật khẩu này chủ yếu gồm tên, email của bạn hoặc tên sản phẩm. Hãy chọn mật khẩu khác.',
    },
    register: {
      title: 'Đăng ký tài khoản',
      lead: 'Chúng tôi sẽ gửi cho bạn một email để xác nhận địa chỉ.',
      submit: 'Đăng ký',
      finished: 'Kiểm tra hộp thư của bạn',
      what: 'Chúng tôi vừa gửi cho bạn một email. Mở liên kết trong đó để xác nhận địa chỉ và bắt đầu; liên kết dùng được trong 24 giờ.',
      hint: 'Không thấy email? Hãy xem trong thư rác, hoặc đăng ký lại với địa chỉ khác.',
    },
    'forgot-password': {
      title: 'Quên mật khẩu',
      lead: 'Nhập email của tài khoản. Chúng tôi sẽ gửi cho bạn liên kết để đặt mật khẩu mới.',
      submit: 'Gửi liên kết',
      finished: 'Kiểm tra hộp thư của bạn',
      what: 'Nếu địa chỉ này có tài khoản, chúng tôi vừa gửi cho bạn liên kết để đặt mật khẩu mới. Liên kết dùng được trong 30 phút.',
      hint: 'Không thấy email mới? Hãy xem trong thư rác và những email chúng tôi gửi trước đó ít phút: liên kết trong đó vẫn dùng được.',
    },
    'reset-password': {
      title: 'Đặt mật khẩu mới',
      lead: 'Sau khi đổi, bạn sẽ được đăng xuất khỏi mọi thiết bị.',
      submit: 'Đặt mật khẩu mới',
      finished: 'Đã đặt mật khẩu mới',
      what: 'Bạn đã được đăng xuất khỏi mọi thiết bị. Hãy đăng nhập bằng mật khẩu mới.',
      hint: '',
    },
    'undo-email': {
      title: 'Giữ email này và đặt mật khẩu mới',
      lead: 'Tài khoản sẽ dùng lại email nhận được thư này. Mọi thiết bị sẽ bị đăng xuất, và mật khẩu cũ không dùng được nữa.',
      submit: 'Giữ email và đặt mật khẩu mới',
      finished: 'Tài khoản của bạn đã an toàn',
      what: 'Việc đổi email đã được huỷ, và mọi thiết bị đã bị đăng xuất. Hãy đăng nhập bằng email này và mật khẩu mới.',
      hint: '',
    },
    'first-administrator': {
      title: 'Tạo quản trị viên đầu tiên',
      lead: 'Hệ thống này chưa có ai quản trị. Tài khoản này có thể phân vai trò cho người khác.',
      submit: 'Tạo tài khoản',
      finished: 'Tài khoản quản trị đã sẵn sàng',
      what: 'Hãy đăng nhập bằng địa chỉ và mật khẩu bạn vừa chọn.',
      hint: '',
    },
    unlock: {
      title: 'Đăng nhập bằng trình duyệt này',
      lead: 'Mật khẩu của bạn đã bị đoán quá nhiều lần nên trình duyệt mới cần bước này. Hãy bấm nút nếu chính bạn muốn đăng nhập tại đây.',
      submit: 'Chính là tôi',
      finished: 'Bạn có thể đăng nhập lại',
      what: 'Bây giờ hãy đăng nhập bằng mật khẩu của bạn. Từ nay trình duyệt này được ghi nhớ.',
      hint: '',
    },
    'verify-email': {
      title: 'Xác nhận email',
      lead: 'Bấm nút bên dưới để xác nhận địa chỉ email này là của bạn.',
      submit: 'Xác nhận',
      finished: 'Email đã được xác nhận',
      what: 'Bây giờ bạn có thể đăng nhập.',
      hint: '',
    },
    otherWaysIn: {
      googleStays: 'Một tài khoản Google cũng đăng nhập được vào tài khoản này.',
      removeGoogle: 'Gỡ liên kết với Google',
      googleEnds:
        'Một tài khoản Google từng đăng nhập được vào tài khoản này. Để an toàn, liên kết đó sẽ bị gỡ.',
      retainGoogle: 'Giữ liên kết với Google',
      accessStays: 'Những truy cập và liên kết CSV bạn đã tạo vẫn đọc được số liệu.',
      revokeAccess: 'Thu hồi mọi truy cập báo cáo tôi đã tạo',
    },
    leadWithPassword:
      'Bạn đang mở liên kết trên một trình duyệt khác. Nhập mật khẩu bạn đã chọn khi đăng ký để xác nhận.',
    alreadyConfirmed: 'Liên kết này đã được dùng. Tài khoản của bạn nay dùng địa chỉ:',
    sentTo: 'Đã gửi đến',
    sendAgain: 'Gửi lại email',
    sentAgain:
      'Đã gửi thêm một email. Nếu chưa thấy, hãy dùng email chúng tôi gửi trước đó ít phút.',
    demoMailbox: 'Bản dùng thử không gửi email ra ngoài.',
    openDemoMailbox: 'Mở hộp thư thử nghiệm',
    restartForLink:
      'Hãy khởi động lại máy chủ: máy chủ sẽ in liên kết mới khi chưa có ai quản trị.',
    askAgain: 'Yêu cầu liên kết mới',
    registerAgain: 'Đăng ký lại',
    changeAgain: 'Đổi email lần nữa',
    signInForLink: 'Đăng nhập để nhận liên kết mới',
    signIn: 'Đăng nhập',
  },
  picture: {
    description:
      'Ví dụ một báo cáo: doanh số 1.250.480.000 đồng, tăng 12,3% so với kỳ trước, theo ngày và theo gian hàng',
    title: 'Tổng quan',
    period: '28 ngày qua',
    gmv: 'Doanh số (GMV)',
    gmvValue: '1.250.480.000',
    change: '+12,3%',
    against: 'so với kỳ trước',
    peak: '11.11',
    byShop: 'Theo gian hàng',
    shops: [
      ['SHOPEE', 'Hoa Mai', '51%'],
      ['LAZADA', 'Nhà Bếp Việt', '32%'],
      ['TIKTOK', 'Tre Xanh', '17%'],
    ] as const,
  },
};

export type SignInTexts = typeof vi;
