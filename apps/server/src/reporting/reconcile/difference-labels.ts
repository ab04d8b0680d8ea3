import type { DifferenceReason } from '@seller-connect/contract';
import type { LocalizedText } from '../../platform/http/problem.ts';

/** Labels of the reasons, as in the downloaded list. */
export const reasonLabels: Record<DifferenceReason, LocalizedText> = {
  other_shop: { vi: 'Đơn của gian hàng khác của bạn', en: 'Belongs to another of your shops' },
  still_loading: { vi: 'Thời gian này đang được tải', en: 'This period is still loading' },
  not_read_yet: {
    vi: 'Chưa đồng bộ tới lúc xuất tệp',
    en: 'Not synced up to the export',
  },
  missing_with_us: {
    vi: 'Có trong tệp, không có trong báo cáo',
    en: 'In the file, not in the report',
  },
  placed_after_export: { vi: 'Đặt sau khi xuất tệp', en: 'Placed after the export' },
  status_left_out: {
    vi: 'Tệp không xuất trạng thái này',
    en: 'Status not in the file',
  },
  row_unreadable: {
    vi: 'Không đọc được dòng của đơn trong tệp',
    en: 'Order’s row in the file can’t be read',
  },
  missing_in_file: {
    vi: 'Có trong báo cáo, không có trong tệp',
    en: 'In the report, not in the file',
  },
  counted_otherwise: {
    vi: 'Tệp tính số tiền theo cách khác',
    en: 'File calculates the amount differently',
  },
  changed_since: { vi: 'Đơn thay đổi sau khi xuất tệp', en: 'Changed after the export' },
  amount_differs: { vi: 'Số tiền khác nhau', en: 'Amounts differ' },
  quantity_differs: { vi: 'Số lượng khác nhau', en: 'Quantities differ' },
  status_differs: { vi: 'Trạng thái khác nhau', en: 'Statuses differ' },
  time_zone: { vi: 'Khác ngày do múi giờ', en: 'Different day due to time zone' },
  day_differs: { vi: 'Ngày đặt khác nhau', en: 'Order dates differ' },
  rows_repeated: { vi: 'Đơn bị lặp trong tệp', en: 'Duplicated in the file' },
  not_paid: { vi: 'Chưa thanh toán', en: 'Not paid yet' },
  never_paid: { vi: 'Huỷ trước khi thanh toán', en: 'Canceled before payment' },
};

export const columnLabels: readonly LocalizedText[] = [
  { vi: 'Mã đơn hàng', en: 'Order' },
  { vi: 'Lý do', en: 'Reason' },
  { vi: 'Số tiền trong tệp', en: 'Amount in the file' },
  { vi: 'Số tiền trong báo cáo', en: 'Amount in the report' },
  { vi: 'Chênh lệch', en: 'Difference' },
  { vi: 'Trạng thái trong tệp', en: 'Status in the file' },
  { vi: 'Trạng thái trong báo cáo', en: 'Status in the report' },
  { vi: 'Ngày trong tệp', en: 'Date in the file' },
  { vi: 'Ngày trong báo cáo', en: 'Date in the report' },
  { vi: 'Số lượng trong tệp', en: 'Quantity in the file' },
  { vi: 'Số lượng trong báo cáo', en: 'Quantity in the report' },
];
