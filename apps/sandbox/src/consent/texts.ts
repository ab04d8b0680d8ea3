export type Language = 'vi' | 'en';
export type Failure = 'missing' | 'application' | 'redirect' | 'responseType';

interface Texts {
  readonly title: (application: string, marketplace: string) => string;
  readonly heading: (application: string) => string;
  readonly lead: string;
  readonly sandbox: string;
  readonly choose: string;
  readonly chooseHelp: string;
  readonly chooseHelpMain: string;
  readonly allShops: (count: number) => string;
  readonly mainAccount: string;
  readonly unchosen: string;
  readonly none: string;
  readonly orders: (count: number) => string;
  readonly replayed: (file: string) => string;
  readonly reads: (application: string) => string;
  readonly readList: readonly string[];
  /** Additional permissions at a marketplace with returns and payouts. */
  readonly readMoney: readonly string[];
  readonly never: string;
  readonly agree: string;
  readonly cancel: string;
  readonly otherLanguage: string;
  readonly failureHeading: string;
  readonly failureHelp: string;
  readonly failures: Readonly<Record<Failure, string>>;
}

export const consentTexts: Readonly<Record<Language, Texts>> = {
  vi: {
    title: (application, marketplace) => `Cho phép ${application} · ${marketplace} thử nghiệm`,
    heading: (application) => `Cho phép ${application} đọc dữ liệu gian hàng`,
    lead: 'Chọn gian hàng bạn muốn liên kết, xem những gì sẽ được đọc, rồi xác nhận.',
    sandbox:
      'Sàn thử nghiệm: mọi tài khoản, gian hàng và đơn hàng ở đây đều là giả lập, không cần mật khẩu.',
    choose: 'Chọn gian hàng để đăng nhập',
    chooseHelp: 'Mỗi lần liên kết một gian hàng.',
    chooseHelpMain:
      'Tài khoản của một gian hàng chỉ mở gian hàng đó; tài khoản chính mở mọi gian hàng của người bán.',
    allShops: (count) => `Cả ${count} gian hàng`,
    mainAccount: 'Tài khoản chính',
    unchosen: 'Hãy chọn một gian hàng.',
    none: 'Không có gian hàng nào ở quốc gia được yêu cầu.',
    orders: (count) => `${new Intl.NumberFormat('vi-VN').format(count)} đơn hàng`,
    replayed: (file) => `Phát lại từ tệp ${file}`,
    reads: (application) => `${application} sẽ được đọc`,
    readList: [
      'Tên, mã và trạng thái gian hàng',
      'Đơn hàng, dòng hàng và trạng thái giao hàng',
      'Sản phẩm, giá bán và tồn kho',
    ],
    readMoney: ['Yêu cầu trả hàng, hoàn tiền', 'Đối soát, phí và tiền thanh toán'],
    never: 'Không được sửa giá, tồn kho hay đơn hàng của bạn.',
    agree: 'Đồng ý',
    cancel: 'Huỷ',
    otherLanguage: 'English',
    failureHeading: 'Không thể mở trang cho phép',
    failureHelp:
      'Quay lại ứng dụng và thử liên kết lại. Nếu vẫn lỗi, hãy báo cho bên cung cấp ứng dụng.',
    failures: {
      missing: 'Yêu cầu thiếu tham số client_id hoặc redirect_uri.',
      application: 'Ứng dụng này chưa được đăng ký.',
      redirect: 'Địa chỉ quay về (redirect_uri) không khớp với địa chỉ đã đăng ký của ứng dụng.',
      responseType: 'Yêu cầu phải có response_type là code.',
    },
  },
  en: {
    title: (application, marketplace) => `Allow ${application} · ${marketplace} sandbox`,
    heading: (application) => `Allow ${application} to read your shop’s data`,
    lead: 'Choose the shop to connect, review what will be read, then confirm.',
    sandbox:
      'This is a sandbox. All accounts, shops, and orders here are simulated, and no password is needed.',
    choose: 'Choose the shop to sign in with',
    chooseHelp: 'You can connect one shop at a time.',
    chooseHelpMain:
      'A shop account opens only that shop. A main account opens all of the seller’s shops.',
    allShops: (count) => `All shops (${count})`,
    mainAccount: 'Main account',
    unchosen: 'Choose a shop.',
    none: 'There are no shops in the requested country.',
    orders: (count) => `${new Intl.NumberFormat('en').format(count)} orders`,
    replayed: (file) => `Replayed from ${file}`,
    reads: (application) => `${application} will be able to read`,
    readList: [
      'Shop name, ID, and status',
      'Orders, order items, and delivery status',
      'Products, prices, and stock',
    ],
    readMoney: ['Returns and refunds', 'Settlements, fees, and payouts'],
    never: 'It can’t change your prices, stock, or orders.',
    agree: 'Agree',
    cancel: 'Cancel',
    otherLanguage: 'Tiếng Việt',
    failureHeading: 'Couldn’t open the consent page',
    failureHelp:
      'Go back to the application and try connecting again. If it still fails, contact the application’s provider.',
    failures: {
      missing: 'The request is missing client_id or redirect_uri.',
      application: 'This application isn’t registered.',
      redirect: 'Redirect uri does not match the callback url of the app.',
      responseType: 'The request must have response_type=code.',
    },
  },
};

/** Returns the language chosen on the page, else the browser's preference, else Vietnamese. */
export function languageOf(
  chosen: string | undefined,
  acceptLanguage: string | undefined,
): Language {
  if (chosen === 'vi' || chosen === 'en') return chosen;
  const preferences = (acceptLanguage ?? '').split(',').map((entry, position) => {
    const [tag = '', ...options] = entry.trim().toLowerCase().split(';');
    const quality = options
      .map((option) => /^\s*q=([\d.]+)/.exec(option)?.[1])
      .find((q) => q !== undefined);
    return {
      tag: tag.split('-')[0] ?? '',
      quality: quality === undefined ? 1 : Number(quality),
      position,
    };
  });
  const best = preferences
    .filter(({ tag }) => tag === 'vi' || tag === 'en')
    .toSorted((a, b) => b.quality - a.quality || a.position - b.position)[0];
  return best?.tag === 'en' ? 'en' : 'vi';
}
