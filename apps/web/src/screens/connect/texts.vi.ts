/** A shop, or an ad account if `isAds` is set. */
const called = (name: string, isAds = false) =>
  `${isAds ? 'tài khoản quảng cáo' : 'gian hàng'} ${name}`;

export const vi = {
  title: 'Liên kết gian hàng',
  intro: 'Cho phép Seller Connect đọc số liệu bán hàng của bạn từ các sàn.',
  linkedTitle: 'Gian hàng đã liên kết',
  chooseTitle: 'Chọn nơi để liên kết',
  addTitle: 'Liên kết thêm gian hàng',
  columns: {
    shop: 'Gian hàng',
    state: 'Tình trạng',
    updated: 'Cập nhật lần cuối',
    orders: 'Đơn hàng',
    actions: 'Thao tác',
  },
  ordersUnit: 'đơn hàng',
  linkShort: 'Liên kết',
  linkedCount: (count: number) => `${count} gian hàng`,
  accountCount: (count: number) => `${count} tài khoản quảng cáo`,
  link: (name: string) => `Liên kết ${name}`,
  linkAnother: 'Liên kết thêm',
  unavailable: 'Chưa khả dụng',
  available: {
    LAZADA: 'Đơn hàng, sản phẩm, phí và tiền về',
    SHOPEE: 'Đơn hàng, sản phẩm, phí và tiền về',
    TIKI: 'Đơn hàng và sản phẩm',
    TIKTOK: 'Đơn hàng, sản phẩm, phí và tiền về',
    FACEBOOK: 'Chi phí và kết quả quảng cáo',
  },
  why: 'Xem lý do',
  another:
    'Trang của sàn có thể tự dùng tài khoản đang đăng nhập trên trình duyệt. Muốn liên kết thêm gian hàng của tài khoản khác, hãy đăng xuất khỏi sàn đó trước.',
  about: {
    title: 'Seller Connect đọc gì và không làm gì',
    kinds: { shop: 'Gian hàng trên các sàn', ads: 'Tài khoản quảng cáo Facebook' },
    reads: 'Chúng tôi sẽ đọc',
    readsList: {
      shop: [
        'Đơn hàng và từng dòng hàng: trạng thái, số lượng, giá, phí',
        'Sản phẩm: tên, mã SKU, giá, tồn kho',
        'Thông tin gian hàng: tên, mã, khu vực',
      ],
      ads: [
        'Chi phí, lượt hiển thị, lượt nhấp và đơn hàng từ quảng cáo theo ngày',
        'Tên tài khoản quảng cáo, chiến dịch và nhóm quảng cáo',
        'Đơn vị tiền và múi giờ của tài khoản quảng cáo',
      ],
    },
    readsMoney: [
      'Trả hàng, hoàn tiền: sản phẩm, số tiền, lý do (trừ Tiki)',
      'Đối soát: từng khoản tiền hàng, phí và tiền sàn thanh toán (trừ Tiki)',
    ],
    never: 'Chúng tôi không bao giờ',
    neverList: {
      shop: [
        'Thay đổi giá, tồn kho, sản phẩm hay đơn hàng của bạn',
        'Nhắn tin cho người mua hoặc lưu địa chỉ, số điện thoại của họ',
        'Biết mật khẩu của bạn: bạn đăng nhập trên trang của sàn',
      ],
      ads: [
        'Tạo, sửa hay tắt quảng cáo, hoặc tiêu tiền của bạn',
        'Đăng bài, đọc tin nhắn hay danh sách bạn bè',
        'Biết mật khẩu của bạn: bạn đăng nhập trên trang của Facebook',
      ],
    },
  },
  stop: 'Bạn có thể ngắt liên kết từng gian hàng bất cứ lúc nào tại trang này.',
  syncNow: 'Đồng bộ ngay',
  history: 'Lịch sử',
  retryIn: 'Tự thử lại sau',
  ends: (when: string, date: string) =>
    `Quyền truy cập hết hạn ${when} (${date}). Liên kết lại trước đó để số liệu không bị gián đoạn.`,
  accountId: (id: string) => `Mã tài khoản ${id}`,
  shopId: (id: string) => `Mã gian hàng ${id}`,
  never: 'Chưa đồng bộ lần nào',
  needsAccess: 'Quyền truy cập đã bị ngắt. Liên kết lại để tiếp tục cập nhật số liệu.',
  stopped: 'Đã ngắt liên kết. Số liệu đã đọc vẫn còn trong báo cáo cho đến khi được xoá.',
  reconnect: 'Liên kết lại',
  disconnect: 'Ngắt liên kết',
  erase: 'Xoá dữ liệu',
  actionsFor: (name: string, isAds?: boolean) => `Thao tác với ${called(name, isAds)}`,
  progress: 'Xem tiến độ',
  confirm: {
    title: (name: string, isAds?: boolean) => `Ngắt liên kết ${called(name, isAds)}`,
    stops: 'Dừng lại: đơn hàng và sản phẩm mới của gian hàng này không được cập nhật nữa.',
    stopsAds: 'Dừng lại: số liệu quảng cáo mới của tài khoản này không được cập nhật nữa.',
    stays:
      'Giữ nguyên: số liệu đã đọc vẫn hiện trong báo cáo, cho đến khi chủ nhóm xoá hoặc hết thời hạn lưu sau khi ngắt liên kết.',
    deleted: 'Bị xoá: quyền truy cập mà sàn đã cấp cho Seller Connect.',
    back: 'Bạn có thể liên kết lại bất cứ lúc nào; phần còn thiếu sẽ được đọc bù.',
    keep: 'Giữ liên kết',
    do: 'Ngắt liên kết',
  },
  erasure: {
    title: (name: string, isAds?: boolean) => `Xoá dữ liệu của ${called(name, isAds)}`,
    consequences: [
      'Đơn hàng, sản phẩm, trả hàng, thanh toán và số liệu quảng cáo đã đọc, cùng câu trả lời gốc của sàn.',
      'Mọi số liệu của nó trong báo cáo, kể cả các kỳ đã qua, và các lần so khớp.',
      'Lịch sử đồng bộ, lịch sử liên kết và thông báo về nó.',
    ],
    final:
      'Không thể hoàn tác. Nếu liên kết lại, dữ liệu sẽ được đọc lại từ đầu, trong phạm vi mà sàn còn cung cấp.',
    keep: 'Giữ dữ liệu',
    do: 'Xoá vĩnh viễn',
  },
  erased: (name: string, isAds?: boolean) => `Đang xoá dữ liệu của ${called(name, isAds)}`,
  disconnected: (name: string, isAds?: boolean) => `Đã ngắt liên kết ${called(name, isAds)}`,
  failed: 'Chưa tải được danh sách gian hàng.',
};
