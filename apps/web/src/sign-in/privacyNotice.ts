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
        'Your name, email, a hash of your password, and, if you provide them, your phone number and seller profile.',
        'Your active sign-ins, your role in a team, and a log of what you do in it.',
        'The version of this notice you agreed to, and when.',
      ],
    },
    {
      title: 'What we store from shops',
      lines: [
        'Orders, products, returns, payouts, and ad data that the marketplace provides after you give permission.',
        'Buyers’ names, addresses, phone numbers, email addresses, tax codes, and messages are removed before anything is stored. To count returning buyers, we keep only a hash made with a key specific to your team.',
        'Access granted by a marketplace is encrypted, and destroyed when you disconnect.',
      ],
    },
    {
      title: 'How long we keep it',
      lines: [
        `Original marketplace responses: ${rawRetention}. Report data: as long as the shop is connected.`,
        `After you disconnect a shop: ${disconnectedRetention}, then everything synced from it is erased.`,
        'Your account: until you delete it. When the last member of a team deletes their account, all of the team’s data is erased.',
        'System backups may contain erased data until they expire.',
      ],
    },
    {
      title: 'Who can read it',
      lines: [
        'Members of your team, based on their roles, and reporting tools your team gave access to.',
        'The operator of this system, to keep it running. Your data isn’t sold or used for advertising.',
      ],
    },
    {
      title: 'Erasing data and withdrawing consent',
      lines: [
        'Disconnect the shop, then choose “Erase data” on the Connect shops page.',
        'To erase all synced data, go to Settings, Team. To delete your account, go to Settings, Account. You can withdraw your consent this way at any time.',
      ],
    },
  ],
};

export function privacyNotice(language: Language, retention: Retention): readonly NoticeSection[] {
  return notices[language](retention);
}
