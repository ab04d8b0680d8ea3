import type { Language } from '../storage.ts';

export interface Retention {
  /** Retention of raw marketplace responses as text, such as "365 days". */
  readonly rawRetention: string;
  /** Retention of a disconnected shop's data as text. */
  readonly disconnectedRetention: string;
}

interface NoticeSection {
  readonly title: string;
  readonly lines: readonly string[];
}

const notices: Record<Language, (retention: Retention) => readonly NoticeSection[]> = {
  vi: ({ rawRetention, disconnectedRetention }) => [
    {
      title: 'Chúng tôi lưu gì về bạn',
      lines: [
        'Họ tên, email, mật khẩu ở dạng băm và, nếu bạn điền, số điện thoại cùng hồ sơ bán hàng.',
        'Các lần đăng nhập còn hiệu lực, vai trò trong nhóm và nhật ký những việc bạn làm trong nhóm.',
        'Phiên bản của thông báo này mà bạn đã đồng ý và thời điểm đồng ý.',
      ],
    },
    {
      title: 'Chúng tôi lưu gì từ gian hàng',
      lines: [
        'Đơn hàng, sản phẩm, trả hàng, thanh toán và số liệu quảng cáo mà sàn cung cấp sau khi bạn cho phép.',
        'Tên, địa chỉ, số điện thoại, email, mã số thuế và lời nhắn của người mua bị loại bỏ trước khi lưu. Để đếm người mua quay lại, chúng tôi chỉ giữ một mã băm có khoá riêng của nhóm bạn.',
        'Quyền truy cập của sàn được mã hoá và bị huỷ khi bạn ngắt liên kết.',
      ],
    },
    {
      title: 'Lưu trong bao lâu',
      lines: [
        `Câu trả lời gốc của sàn: ${rawRetention}. Số liệu báo cáo: chừng nào gian hàng còn liên kết.`,
        `Sau khi ngắt liên kết một gian hàng: ${disconnectedRetention}, rồi mọi thứ đã đọc từ đó bị xoá.`,
        'Tài khoản của bạn: cho đến khi bạn xoá. Khi người cuối cùng của nhóm xoá tài khoản, mọi dữ liệu của nhóm bị xoá.',
        'Bản sao lưu của hệ thống có thể giữ dữ liệu đã xoá cho đến khi chúng hết hạn.',
      ],
    },
    {
      title: 'Ai đọc được',
      lines: [
        'Thành viên của nhóm bạn, theo vai trò; công cụ báo cáo mà nhóm bạn cấp quyền.',
        'Người vận hành hệ thống này, để giữ cho nó hoạt động. Dữ liệu không được bán và không dùng để quảng cáo.',
      ],
    },
    {
      title: 'Xoá và rút lại đồng ý',
      lines: [
        'Ngắt liên kết gian hàng, rồi chọn “Xoá dữ liệu” ở trang Liên kết gian hàng.',
        'Xoá toàn bộ dữ liệu đã đọc: Cài đặt, Nhóm. Xoá tài khoản: Cài đặt, Tài khoản. Bạn có thể rút lại đồng ý bất cứ lúc nào bằng cách đó.',
      ],
    },
  ],
  en: ({ rawRetention, disconnectedRetention }) => [
    {
      title: 'What we store about you',
      lines: [
        'Your name, e-mail address, a hash of your password and, where you fill them in, your phone number and seller profile.',
        'Sign-ins that are still open, your role in a team, and a log of what you do in it.',
        'The version of this notice that you agreed to, and when.',
      ],
    },
    {
      title: 'What we store from shops',
      lines: [
        'Orders, products, returns, payouts and ad figures that the marketplace provides after you gave permission.',
        'Buyers’ names, addresses, phone numbers, e-mail addresses, tax codes and messages are removed before anything is stored. To count returning buyers we keep only a hash under a key of your team.',
        'The access that a marketplace gave is encrypted, and destroyed when you disconnect.',
      ],
    },
    {
      title: 'For how long',
      lines: [
        `Original answers of marketplaces: ${rawRetention}. Report figures: as long as the shop is connected.`,
        `After a shop was disconnected: ${disconnectedRetention}, then everything that was read from it is erased.`,
        'Your account: until you delete it. When the last person of a team deletes the account, everything of the team is erased.',
        'Backups of the system may hold erased data until they run out.',
      ],
    },
    {
      title: 'Who reads it',
      lines: [
        'The members of your team, by their roles; reporting tools that your team gave access to.',
        'Whoever operates this system, to keep it running. Nothing is sold, and nothing is used for advertising.',
      ],
    },
    {
      title: 'Erasing, and taking consent back',
      lines: [
        'Disconnect the shop, then choose “Erase data” on the page Connect shops.',
        'Everything that was read: Settings, Team. Your account: Settings, Account. You may take your consent back in this way at any time.',
      ],
    },
  ],
};

export function privacyNotice(language: Language, retention: Retention): readonly NoticeSection[] {
  return notices[language](retention);
}
