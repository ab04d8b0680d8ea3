import { maxFileBytes } from '@seller-connect/contract/file-limits';
import { Problem } from '../../../platform/http/problem.ts';
import { maxCellCharacters, maxFileRows, maxReadSeconds } from './limits.ts';

const maxFileMegabytes = Math.floor(maxFileBytes / 1024 / 1024);

/** Problems of a file. Each text says what to do. */
export const fileProblems = {
  tooLarge: () =>
    new Problem(413, 'file_too_large', {
      vi: `Tệp lớn hơn ${maxFileMegabytes} MB. Hãy xuất khoảng thời gian ngắn hơn rồi thử lại.`,
      en: `The file is larger than ${maxFileMegabytes} MB. Export a shorter period and try again.`,
    }),
  tooManyRows: () =>
    new Problem(422, 'file_too_many_rows', {
      vi: `Tệp có hơn ${maxFileRows} dòng. Hãy xuất khoảng thời gian ngắn hơn.`,
      en: `The file has more than ${maxFileRows} rows. Export a shorter period.`,
    }),
  tooMuchContent: () =>
    new Problem(422, 'file_too_much_content', {
      vi: 'Tệp chứa quá nhiều dữ liệu sau khi giải nén. Hãy xuất khoảng thời gian ngắn hơn, hoặc xoá các trang tính không phải đơn hàng.',
      en: 'The file contains too much data when unpacked. Export a shorter period, or remove sheets that don’t contain orders.',
    }),
  cellTooLong: () =>
    new Problem(422, 'file_cell_too_long', {
      vi: `Một ô trong tệp dài hơn ${maxCellCharacters} ký tự. Hãy tải lại tệp từ kênh người bán và không sửa tệp.`,
      en: `A cell in the file is longer than ${maxCellCharacters} characters. Download the file from the seller center again and don’t edit it.`,
    }),
  rowTooLong: () =>
    new Problem(422, 'file_row_too_long', {
      vi: 'Một dòng trong tệp quá dài. Hãy tải lại tệp từ kênh người bán và không sửa tệp.',
      en: 'A row in the file is too long. Download the file from the seller center again and don’t edit it.',
    }),
  tooSlow: () =>
    new Problem(422, 'file_too_slow', {
      vi: `Đọc tệp mất hơn ${maxReadSeconds} giây nên đã dừng lại. Hãy xuất khoảng thời gian ngắn hơn rồi thử lại.`,
      en: `Reading the file took more than ${maxReadSeconds} seconds, so we stopped. Export a shorter period and try again.`,
    }),
  empty: () =>
    new Problem(422, 'file_empty', {
      vi: 'Tệp không có đơn hàng nào. Hãy chọn khoảng thời gian có đơn hàng khi xuất tệp.',
      en: 'The file has no orders. Choose a period with orders when you export it.',
    }),
  oldExcel: () =>
    new Problem(422, 'file_old_excel', {
      vi: 'Tệp ở định dạng Excel cũ (.xls) hoặc có mật khẩu. Hãy mở bằng Excel, lưu thành .xlsx không mật khẩu rồi thử lại.',
      en: 'The file is in an old Excel format (.xls) or has a password. Open it in Excel, save it as .xlsx without a password, and try again.',
    }),
  broken: () =>
    new Problem(422, 'file_broken', {
      vi: 'Không đọc được tệp: tệp bị hỏng hoặc không phải CSV hay XLSX. Hãy tải lại tệp từ kênh người bán.',
      en: 'The file can’t be read. It’s damaged, or it isn’t CSV or XLSX. Download it from the seller center again.',
    }),
  unknownColumns: () =>
    new Problem(422, 'file_unknown', {
      vi: 'Không nhận ra tệp này. Hãy dùng tệp xuất đơn hàng từ kênh người bán của Lazada, Shopee, Tiki hoặc TikTok Shop, giữ nguyên dòng tiêu đề.',
      en: 'We don’t recognize this file. Use an order export from the Lazada, Shopee, Tiki, or TikTok Shop seller center, and keep its header row unchanged.',
    }),
  roundedIds: () =>
    new Problem(422, 'file_ids_rounded', {
      vi: 'Mã đơn hàng trong tệp đã bị Excel làm tròn. Hãy tải lại tệp từ kênh người bán và dùng ngay, không lưu lại bằng Excel.',
      en: 'Excel rounded the order numbers in this file. Download it from the seller center again and use it as is, without saving it in Excel.',
    }),
  badRow: (row: number, column: string) =>
    new Problem(
      422,
      'file_row',
      {
        vi: `Dòng ${row}: không đọc được cột “${column}”. Hãy tải lại tệp từ kênh người bán và không sửa tệp.`,
        en: `Row ${row}: the column “${column}” can’t be read. Download the file from the seller center again and don’t edit it.`,
      },
      { row, column },
    ),
  noDays: (from: string, to: string) =>
    new Problem(422, 'file_other_days', {
      vi: `Tệp nói về các ngày ${from} đến ${to}, không phải những ngày đã chọn. Hãy xuất đúng những ngày đã chọn, hoặc đối soát mọi ngày trong tệp.`,
      en: `The file covers ${from} to ${to}, not the selected days. Export the selected days, or compare all days in the file.`,
    }),
  otherShop: (platform: string, shop: string) =>
    new Problem(422, 'file_other_shop', {
      vi: `Đây là tệp của ${platform}, còn gian hàng đã chọn (${shop}) ở sàn khác. Hãy chọn gian hàng khác, hoặc để tệp cho biết gian hàng.`,
      en: `This file is from ${platform}, but the selected shop (${shop}) is on another marketplace. Select another shop, or detect the shop from the file.`,
    }),
  noShops: () =>
    new Problem(422, 'file_no_shop', {
      vi: 'Bạn chưa liên kết gian hàng nào. Hãy liên kết gian hàng của tệp này trước.',
      en: 'You haven’t connected any shops. Connect the shop this file is from first.',
    }),
  noShop: (platform: string) =>
    new Problem(422, 'file_no_shop', {
      vi: `Đây là tệp của ${platform} nhưng bạn chưa liên kết gian hàng ${platform} nào. Hãy liên kết gian hàng trước.`,
      en: `This file is from ${platform}, but you haven’t connected a ${platform} shop. Connect the shop first.`,
    }),
  whichShop: (shops: readonly { shopId: string; name: string }[]) =>
    new Problem(
      422,
      'file_which_shop',
      {
        vi: 'Không có đơn nào trong tệp trùng với đơn đã đồng bộ nên không biết tệp thuộc gian hàng nào. Hãy chọn gian hàng rồi thử lại.',
        en: 'None of the orders in the file match synced orders, so we can’t tell which shop it’s from. Select the shop and try again.',
      },
      { shops },
    ),
} as const;
