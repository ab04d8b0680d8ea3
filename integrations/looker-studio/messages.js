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
      'Choose a data set. Figures arrive added up exactly as your report groups them, and agree with Seller Connect.',
    dataSet: 'Data set',
    dataSetHelp: 'A data source reads one of them. You can make several data sources.',
    basis: 'Count by',
    basisHelp: 'Which day of an order the date range of a report is about.',
    bases: {
      committed: 'Day committed',
      created: 'Day placed',
      settled: 'Day paid out',
      booked: 'Day booked',
      ad_day: 'Day of the ads',
    },
    shops: 'Shops',
    shopsHelp: 'Choosing none means all of them.',
    currency: 'Currency',
    currencyHelp:
      'Amounts are added up in one currency, unless the report shows the field Currency.',
    noAddress:
      'The connector is not set up completely: the script property SELLER_CONNECT_ORIGIN is missing. Please tell whoever deployed it.',
    signInAgain:
      'The secret opens nothing any more. Make a new access in Seller Connect (Settings › Reporting tools), then reconnect this data source.',
    unreachable: 'Seller Connect could not be reached. Please try again in a few minutes.',
    failed: 'Something went wrong at Seller Connect. Please try again in a few minutes.',
    tooManyRows:
      'This chart needs more than a million rows, which is more than Looker Studio takes. Choose fewer days or fewer detailed fields.',
    tooSlow:
      'This chart reads so much that it was not done in time. Choose fewer days or fewer detailed fields.',
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
