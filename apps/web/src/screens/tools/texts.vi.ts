export const vi = {
  title: 'Công cụ báo cáo',
  intro:
    'Đưa số liệu vào Google Sheets, Excel, Looker Studio, Power BI hoặc công cụ khác. Mọi nơi đều cho cùng một con số.',
  failed: 'Chưa tải được danh sách truy cập.',

  download: {
    title: 'Tải tệp',
    intro: 'Trong tệp Excel, mã đơn hàng luôn giữ nguyên; tệp CSV mở được ở mọi công cụ.',
    format: 'Dạng tệp',
    formats: { xlsx: 'Excel (XLSX)', csv: 'CSV', parquet: 'Parquet' },
    dataSet: 'Bộ dữ liệu',
    period: 'Khoảng thời gian',
    days: (days: number) => `${days} ngày gần nhất`,
    allDays: 'Không theo ngày',
    do: 'Tải về',
    file: (dataSet: string, day: string, format: string) => `${dataSet}-${day}.${format}`,
    noData: 'Chưa tải được danh sách bộ dữ liệu.',
  },

  access: {
    title: 'Truy cập đã cấp',
    intro:
      'Ai có mã bí mật hoặc liên kết đều xem được số liệu của nhóm, nên chỉ đưa cho nơi bạn tin.',
    none: 'Chưa cấp truy cập nào',
    noneWhy:
      'Tạo một truy cập cho công cụ báo cáo của bạn, hoặc một liên kết CSV cho Google Sheets.',
    list: (count: number) => `${count} truy cập đã cấp`,
    tool: 'Công cụ',
    assistant: (host: string) => `Trợ lý AI của ${host}`,
    link: (dataSet: string) => `Liên kết CSV: ${dataSet}`,
    made: (when: string, by: string | null) => (by === null ? `Tạo ${when}` : `${by} tạo ${when}`),
    used: (when: string) => `dùng gần nhất ${when}`,
    neverUsed: 'chưa dùng lần nào',
    ends: (when: string) => `Hết hạn ngày ${when}`,
    ended: (when: string) => `Đã hết hạn ngày ${when}`,
    login: (login: string) => `Tên đăng nhập: ${login}`,
    newTool: 'Tạo truy cập',
    newLink: 'Tạo liên kết CSV',
    revoke: 'Thu hồi',
    revokeOf: (name: string) => `Thu hồi “${name}”`,
    revoked: (name: string) => `Đã thu hồi “${name}”`,
  },

  create: {
    tool: 'Tạo truy cập cho công cụ báo cáo',
    toolText: 'Công cụ này sẽ đọc được mọi số liệu của nhóm, và không thay đổi được gì.',
    link: 'Tạo liên kết CSV',
    linkText:
      'Google Sheets đọc liên kết này bằng hàm IMPORTDATA. Ai có liên kết đều đọc được bộ dữ liệu đã chọn.',
    name: 'Tên',
    nameHelp: 'Để sau này bạn biết nó dùng ở đâu, ví dụ “Power BI của kế toán”.',
    life: 'Thời hạn',
    days: (days: number) => `${days} ngày`,
    endless: 'Không hết hạn',
    make: 'Tạo',
  },

  made: {
    title: 'Đã tạo. Hãy sao chép ngay bây giờ',
    once: 'Mã bí mật chỉ hiện một lần này. Nếu mất, hãy thu hồi và tạo mã mới.',
    secret: 'Mã bí mật',
    login: 'Tên đăng nhập',
    odata: 'Địa chỉ OData (Excel, Power BI)',
    query: 'Địa chỉ truy vấn',
    url: 'Liên kết CSV',
    formula: 'Công thức cho Google Sheets',
  },

  lookerStudio: {
    title: 'Looker Studio',
    intro: 'Dựng báo cáo của riêng bạn trong Looker Studio bằng trình kết nối của Seller Connect.',
    steps: [
      'Tạo truy cập ở trên và sao chép mã bí mật.',
      'Mở trình kết nối, đăng nhập Google, rồi dán mã bí mật khi Looker Studio hỏi khoá.',
      'Chọn bộ dữ liệu và bắt đầu dựng báo cáo.',
    ],
    open: 'Mở trình kết nối',
  },

  assistants: {
    title: 'Trợ lý AI',
    intro: 'Hỏi Claude, ChatGPT hoặc trợ lý khác về số liệu của bạn. Con số luôn lấy từ báo cáo.',
    address: 'Địa chỉ máy chủ MCP',
    steps: [
      'Sao chép địa chỉ ở trên.',
      'Trong trợ lý, thêm một trình kết nối hoặc máy chủ MCP (HTTP) với địa chỉ này.',
      'Đăng nhập và cho phép khi trợ lý mở trang của Seller Connect. Trợ lý hỏi bearer token thì tạo truy cập ở trên rồi dán mã bí mật.',
    ],
    rights:
      'Trợ lý chỉ đọc được số liệu báo cáo của nhóm và không thay đổi được gì. Thu hồi trong “Truy cập đã cấp” là trợ lý ngừng đọc ngay.',
  },

  revoke: {
    title: (name: string) => `Thu hồi “${name}”?`,
    text: 'Mọi nơi đang dùng nó sẽ ngừng nhận số liệu ngay lập tức. Không khôi phục lại được.',
    keep: 'Giữ lại',
  },
};
