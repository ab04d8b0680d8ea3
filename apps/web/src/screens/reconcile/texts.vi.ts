import { vi as stages } from '../../i18n/texts/itemStages.vi.ts';
import type { DifferenceReason, ReconciliationVerdict } from '@seller-connect/contract';

const verdicts: Record<ReconciliationVerdict, string> = {
  matched: 'Khớp',
  explained: 'Đã giải thích',
  partial: 'Khớp một phần',
  maturing: 'Chờ đồng bộ',
  mismatch: 'Lệch',
};

const reasons: Record<DifferenceReason, { name: string; what: string }> = {
  other_shop: {
    name: 'Đơn của gian hàng khác',
    what: 'Đơn thuộc một gian hàng khác của bạn, nên không nằm trong báo cáo của gian hàng này.',
  },
  still_loading: {
    name: 'Đang tải',
    what: 'Khoảng thời gian đặt đơn đang được đồng bộ. Hãy so khớp lại khi đồng bộ xong.',
  },
  not_read_yet: {
    name: 'Chưa đồng bộ tới lúc xuất tệp',
    what: 'Tệp mới hơn lần đồng bộ gần nhất, sàn chưa trả lời về đơn này và đơn vẫn có thể thay đổi. Hãy so khớp lại sau lần đồng bộ tới.',
  },
  missing_with_us: {
    name: 'Chỉ có trong tệp',
    what: 'Thời gian này đã đồng bộ đủ nhưng báo cáo không có đơn. Hãy kiểm tra mã đơn trên sàn.',
  },
  placed_after_export: {
    name: 'Đặt sau khi xuất tệp',
    what: 'Đơn được đặt sau khi bạn xuất tệp.',
  },
  status_left_out: {
    name: 'Tệp không xuất trạng thái này',
    what: 'Tệp không có đơn hoặc dòng nào ở trạng thái này: có thể bạn đã lọc khi xuất.',
  },
  row_unreadable: {
    name: 'Không đọc được dòng của đơn',
    what: 'Tệp có dòng không đọc được khớp với đơn này, nên không thể nói là tệp thiếu đơn. Hãy xuất lại tệp và không sửa.',
  },
  missing_in_file: {
    name: 'Chỉ có trong báo cáo',
    what: 'Sàn đã gửi đơn này cho chúng tôi nhưng tệp không có. Hãy mở đơn để xem sàn đã gửi gì.',
  },
  counted_otherwise: {
    name: 'Tệp tính số tiền theo cách khác',
    what: 'Số tiền trong tệp đúng bằng một cách tính khác của cùng đơn, ví dụ có hoặc không có phí vận chuyển.',
  },
  changed_since: {
    name: 'Thay đổi sau khi xuất tệp',
    what: 'Sàn cập nhật đơn sau khi tệp được xuất.',
  },
  amount_differs: {
    name: 'Số tiền khác nhau',
    what: 'Không tìm được lý do. Hãy mở đơn và so với kênh người bán.',
  },
  quantity_differs: {
    name: 'Số lượng khác nhau',
    what: 'Không tìm được lý do. Hãy mở đơn và so với kênh người bán.',
  },
  status_differs: {
    name: 'Trạng thái khác nhau',
    what: 'Không tìm được lý do. Hãy mở đơn và so với kênh người bán.',
  },
  time_zone: {
    name: 'Khác ngày do múi giờ',
    what: 'Tệp ghi giờ theo múi giờ khác, nên đơn rơi vào ngày khác.',
  },
  day_differs: {
    name: 'Ngày đặt khác nhau',
    what: 'Không tìm được lý do. Hãy mở đơn và so với kênh người bán.',
  },
  rows_repeated: {
    name: 'Lặp trong tệp',
    what: 'Các dòng của đơn xuất hiện nhiều lần trong tệp. Báo cáo chỉ tính một lần.',
  },
  not_paid: {
    name: 'Chưa thanh toán',
    what: 'Đơn có trong danh sách của sàn nhưng chưa phải là doanh số vì người mua chưa trả tiền.',
  },
  never_paid: {
    name: 'Huỷ trước khi thanh toán',
    what: 'Đơn bị huỷ khi chưa trả tiền, nên chưa từng là doanh số.',
  },
};

/** Texts of the reconciliation screens; the source language. */
export const vi = {
  title: 'So khớp số liệu',
  intro:
    'Thả tệp đơn hàng xuất từ kênh người bán để xem số liệu có giống báo cáo không, tới từng đơn.',
  drop: 'Chọn tệp hoặc thả tệp vào đây',
  dropHelp: 'CSV hoặc XLSX, tối đa 20 MB. Tệp chỉ được so sánh, không được lưu lại.',
  choose: 'Chọn tệp',
  sending: 'Đang gửi tệp',
  sendingWhat: (name: string, share: string) => `Đã gửi ${share}% của “${name}”`,
  comparing: 'Đang so khớp',
  comparingWhat: (name: string) =>
    `Đã gửi xong “${name}”, đang so sánh từng đơn. Tệp lớn có thể mất vài chục giây.`,
  rowsRead: (name: string, rows: string) => `Đã đọc ${rows} dòng của “${name}”.`,
  refetched: (done: string, total: string) =>
    `Tệp mới hơn lần đồng bộ gần nhất: đang hỏi lại sàn về các đơn khác nhau, đã đọc ${done} trên ${total}.`,
  compared: (name: string, done: string, total: string) =>
    `Đã đối chiếu ${done} trên ${total} đơn của “${name}”.`,
  cancel: 'Huỷ so khớp',
  cancelled: (name: string) => `Đã huỷ so khớp “${name}”`,
  nothingKept: 'Chưa có gì được lưu. Các lần so khớp trước vẫn còn.',
  sendAgain: 'Gửi lại tệp này',
  lost: 'Mất kết nối khi so khớp',
  lostWhat: (name: string) =>
    `Không nhận được câu trả lời về “${name}”. Tệp vẫn đang được chọn; hãy kiểm tra kết nối mạng rồi gửi lại.`,
  brokenWhat:
    'Lỗi ở phía chúng tôi, không phải ở tệp. Tệp vẫn đang được chọn; hãy gửi lại sau ít phút.',
  oneFile: 'Mỗi lần chỉ so khớp một tệp. Hãy thả từng tệp một.',
  folder: (name: string) => `“${name}” là thư mục. Hãy mở thư mục và thả tệp cần so khớp.`,
  tooLarge: (name: string) =>
    `“${name}” lớn hơn 20 MB. Hãy xuất khoảng thời gian ngắn hơn rồi thử lại.`,
  allDays: 'So khớp mọi ngày trong tệp',
  shopOfFile: 'Để tệp cho biết gian hàng',
  chosen: {
    title: 'Vì sao số liệu khác với kênh người bán?',
    why: [
      'Báo cáo tính đơn vào ngày đơn thành doanh số: đơn COD là lúc đặt, đơn trả trước là lúc thanh toán. Kênh người bán thường tính theo ngày đặt hoặc ngày giao.',
      'GMV gồm cả đơn về sau bị huỷ hay trả lại; doanh thu thuần đã trừ những đơn đó và mã giảm giá của shop.',
      'Doanh số tính theo giá bán, không gồm phí vận chuyển và trước mã giảm giá của sàn.',
      'Báo cáo đúng đến lần đồng bộ gần nhất, ghi ở đầu trang tổng quan.',
    ],
    exportDays: (days: string) =>
      `Để biết chắc tới từng đơn: ở kênh người bán, xuất đơn hàng đặt ${days} rồi thả tệp vào ô bên dưới.`,
    exportAny:
      'Để biết chắc tới từng đơn: ở kênh người bán, xuất đơn hàng rồi thả tệp vào ô bên dưới.',
    days: (from: string, to: string) => (from === to ? `ngày ${from}` : `từ ${from} đến ${to}`),
    shops: 'Gian hàng cần so khớp',
    anyShop: 'Theo tệp',
    clear: 'Bỏ lựa chọn',
  },
  refused: 'Chưa so khớp được tệp này',
  whichShop: 'Gian hàng của tệp',
  past: 'Các lần so khớp',
  caption: 'Các lần so khớp, mới nhất trước',
  columns: {
    file: 'Tệp',
    period: 'Kỳ',
    verdict: 'Kết quả',
    differing: 'Đơn lệch',
    reconciled: 'Lúc',
  },
  listFailed: 'Chưa tải được các lần so khớp',
  onlyChosen: 'Chỉ của gian hàng đã chọn',
  allReconciliations: 'Xem tất cả gian hàng',
  ownReconciliations: 'Chỉ xem gian hàng đã chọn',
  empty: 'Chưa có lần so khớp nào',
  emptyOfChosen: 'Gian hàng đã chọn chưa có lần so khớp nào',
  exportSteps: [
    'Ở kênh người bán, mở danh sách đơn hàng.',
    'Chọn ngày đặt, để tất cả trạng thái, rồi bấm xuất tệp.',
    'Thả tệp vào ô bên trên. Đừng sửa hay lưu lại tệp bằng Excel.',
  ],
  by: (name: string) => `bởi ${name}`,
  stages,
  verdicts,
  reasons,
  reconciliationTitle: (file: string) => `So khớp ${file}`,
  of: (partner: string, shop: string) => `${partner} · ${shop}`,
  orderCounts: {
    title: 'Kết quả theo số đơn',
    compared: 'Đơn đã so khớp',
    seeOrders: 'Xem đơn của kỳ này',
    equal: 'Giống hệt',
    differing: 'Khác nhau',
    explained: 'Khác, có lý do',
    waiting: 'Chờ đồng bộ',
    open: 'Chưa rõ lý do',
    effect: (amount: string) => `Lệch ${amount}`,
    chosen: 'Đang lọc theo',
    leaveOut: (what: string) => `Bỏ điều kiện: ${what}`,
  },
  sentence: {
    matched: (equal: string) => `Khớp: cả ${equal} đơn trong tệp giống hệt báo cáo.`,
    explained: (equal: string, differing: string) =>
      `${equal} đơn giống hệt, ${differing} đơn khác nhau và đều có lý do.`,
    partial: (equal: string, differing: string) =>
      `Ở những gì so được: ${equal} đơn giống hệt${differing === '0' ? '' : `, ${differing} đơn khác nhau và đều có lý do`}.`,
    maturing: (equal: string, differing: string) =>
      `${equal} đơn giống hệt, ${differing} đơn khác nhau; một phần chưa đồng bộ xong.`,
    mismatch: (equal: string, differing: string) =>
      `${equal} đơn giống hệt, ${differing} đơn khác nhau, trong đó có đơn chưa rõ lý do.`,
    other: (equal: string, differing: string) =>
      `${equal} đơn giống hệt, ${differing} đơn khác nhau.`,
  },
  period: (from: string, to: string) => `Đơn đặt từ ${from} đến ${to}`,
  asOf: (time: string) => `đồng bộ tới ${time}`,
  outside: (count: string, all: string) =>
    `${count} trên ${all} đơn trong tệp được đặt vào ngày khác nên không so sánh`,
  outsideWhat: 'Chỉ những ngày đã chọn được so khớp.',
  exported: (time: string) => `tệp xuất lúc ${time}`,
  ordersRefetched: (count: string) => `đã đọc lại ${count} đơn từ sàn`,
  monthFirst: 'ngày trong tệp ghi tháng trước',
  totals: 'Tổng của tệp và của báo cáo',
  totalsWhat: 'Mỗi dòng là một cách tính giá trị đơn. Báo cáo chỉ tính đơn đã là doanh số.',
  totalsColumns: {
    variant: 'Cách tính',
    file: 'Tệp',
    ours: 'Báo cáo',
    difference: 'Chênh lệch',
    equal: 'Đơn bằng nhau',
  },
  variants: {
    S1: 'Tổng tiền người mua trả (S1)',
    S2: 'Giá bán trừ mã giảm giá của shop (S2)',
    Z1: 'Giá bán (Z1)',
    Z2: 'Giá bán trừ giảm giá của người bán (Z2)',
    T1: 'Tổng tiền người mua trả (T1)',
    T2: 'Tiền hàng người mua trả (T2)',
    K1: 'Giá bán (K1)',
  },
  ofOrders: (equal: string, compared: string) => `${equal} / ${compared}`,
  differences: 'Đơn khác nhau theo lý do',
  differencesCaption: 'Đơn khác nhau giữa tệp và báo cáo',
  all: 'Tất cả',
  filter: 'Lý do',
  orderColumns: {
    order: 'Đơn hàng',
    reason: 'Lý do',
    file: 'Trong tệp',
    ours: 'Trong báo cáo',
    effect: 'Chênh lệch',
  },
  units: (count: string) => `${count} sản phẩm`,
  notAllListed: (listed: string, all: string) =>
    `Có ${all} điểm khác nhau; ở đây và trong tệp tải về liệt kê ${listed} điểm. Tổng và số đếm vẫn tính đủ. Hãy so khớp từng kỳ ngắn hơn để xem hết.`,
  download: 'Tải danh sách CSV',
  fileName: (period: string) => `so-khop-${period}.csv`,
  differencesFailed: 'Chưa tải được danh sách đơn',
  none: 'Không có đơn nào khác nhau',
  noneWhat: 'Mọi đơn trong tệp giống hệt báo cáo, và báo cáo không có đơn nào ngoài tệp.',
  nonePartly: 'Những gì so được trong tệp giống hệt báo cáo. Phần chưa so được ghi ở trên.',
  notCompared: {
    title: 'Một phần tệp chưa so được',
    statuses: (count: string) =>
      `Trạng thái của ${count} đơn: tệp không ghi, hoặc ghi bằng từ chưa biết.`,
    unknownStatuses: (statuses: string) => `Trạng thái chưa biết trong tệp: ${statuses}.`,
    quantities: (count: string) => `Số lượng của ${count} đơn: tệp không có cột số lượng.`,
    rows: (count: string) => `${count} dòng không đọc được:`,
    row: (row: string, column: string) => `dòng ${row} (cột “${column}”)`,
    moreRows: (count: string) => `và ${count} dòng khác`,
  },
  missing: 'Không tìm thấy lần so khớp này',
  missingWhy: 'Địa chỉ có thể bị chép thiếu, hoặc lần so khớp thuộc một nhóm khác.',
  back: 'Đến danh sách so khớp',
  failed: 'Chưa tải được lần so khớp',
  again: 'So khớp tệp khác',
};
