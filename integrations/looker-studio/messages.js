/**
 * Texts of the connector itself. Data sets, fields and most error messages come localized from Seller
 * Connect.
 */
const texts = {
  vi: {
    intro:
      'Chọn bộ dữ liệu. Mọi số liệu đều được cộng sẵn đúng theo cách bạn nhóm trong báo cáo, và khớp với Seller Connect.',
    dataSet: 'Bộ dữ liệu',
    dataSetHelp: 'Mỗi nguồn dữ liệu đọc một bộ. Bạn có thể tạo nhiều nguồn.',
    basis: 'Tính theo ngày',
    basisHelp: 'Khoảng thời gian của báo cáo lọc đơn theo ngày nào.',
    bases: {
      committed: 'Ngày chốt đơn',
      created: 'Ngày đặt',
      settled: 'Ngày sàn thanh toán',
      booked: 'Ngày sàn ghi nhận',
      ad_day: 'Ngày quảng cáo',
    },
    shops: 'Gian hàng',
    shopsHelp: 'Không chọn gian hàng nào nghĩa là lấy tất cả.',
    currency: 'Tiền tệ',
    currencyHelp:
      'Số tiền được cộng theo một loại tiền, trừ khi bạn đưa trường Tiền tệ vào báo cáo.',
    noAddress:
      'Trình kết nối chưa được cài đặt xong: thiếu thuộc tính tập lệnh SELLER_CONNECT_ORIGIN. Hãy báo cho người đã triển khai.',
    signInAgain:
      'Mã bí mật không còn dùng được. Hãy tạo truy cập mới trong Seller Connect (Cài đặt › Công cụ báo cáo), rồi kết nối lại nguồn dữ liệu này.',
    unreachable: 'Chưa kết nối được với Seller Connect. Vui lòng thử lại sau ít phút.',
    failed: 'Seller Connect đang gặp sự cố. Vui lòng thử lại sau ít phút.',
    tooManyRows:
      'Báo cáo này cần hơn một triệu dòng, nhiều hơn mức Looker Studio nhận. Hãy chọn ít ngày hơn hoặc bớt trường chi tiết.',
    tooSlow:
      'Báo cáo này đọc quá nhiều dữ liệu nên chưa xong kịp. Hãy chọn ít ngày hơn hoặc bớt trường chi tiết.',
  },
  en: {
    intro:
      'Choose a data set. All data is aggregated exactly as your report groups it, and matches Seller Connect.',
    dataSet: 'Data set',
    dataSetHelp: 'Each data source reads one data set. You can create multiple data sources.',
    basis: 'Date basis',
    basisHelp: 'Which date the report’s date range applies to.',
    bases: {
      committed: 'Sale date',
      created: 'Order date',
      settled: 'Payout date',
      booked: 'Booking date',
      ad_day: 'Ad date',
    },
    shops: 'Shops',
    shopsHelp: 'Leave empty to include all shops.',
    currency: 'Currency',
    currencyHelp:
      'Amounts are totaled in one currency, unless your report includes the Currency field.',
    noAddress:
      'The connector isn’t fully set up: the script property SELLER_CONNECT_ORIGIN is missing. Contact the person who deployed it.',
    signInAgain:
      'The secret no longer works. Create new access in Seller Connect (Settings › Reporting tools), then reconnect this data source.',
    unreachable: 'Couldn’t reach Seller Connect. Try again in a few minutes.',
    failed: 'Something went wrong in Seller Connect. Try again in a few minutes.',
    tooManyRows:
      'This chart needs more than a million rows, which is more than Looker Studio accepts. Choose fewer days or fewer detailed fields.',
    tooSlow:
      'This chart reads too much data to finish in time. Choose fewer days or fewer detailed fields.',
  },
};

/**
 * Returns the language of the user who views the report.
 * @param {string} [code] from Looker Studio; defaults to the locale of the Google account.
 * @returns {'vi' | 'en'}
 */
function languageOf(code) {
  return (code || Session.getActiveUserLocale() || 'vi').toLowerCase().startsWith('vi')
    ? 'vi'
    : 'en';
}

/** @param {string} [code] */
function messages(code) {
  return texts[languageOf(code)];
}

/**
 * Ends the call with an error message for the user.
 * @param {string} text
 * @param {string} [details] for the connector's administrator; must never contain the secret.
 * @returns {never}
 */
function fail(text, details) {
  const error = DataStudioApp.createCommunityConnector().newUserError().setText(text);
  if (details) error.setDebugText(details);
  error.throwException();
  throw new Error(text);
}
