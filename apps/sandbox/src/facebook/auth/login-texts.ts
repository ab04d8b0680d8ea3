import type { Language } from '../../consent/texts.ts';

export interface LoginTexts {
  readonly title: (application: string) => string;
  readonly heading: (application: string) => string;
  readonly sandbox: string;
  readonly who: string;
  readonly otherUser: string;
  readonly accounts: string;
  readonly accountsHelp: string;
  readonly closed: string;
  readonly permissions: (application: string) => string;
  readonly permissionNames: Readonly<Record<string, string>>;
  readonly never: string;
  readonly agree: string;
  readonly cancel: string;
  readonly unchosen: string;
  readonly otherLanguage: string;
}

export const LOGIN_TEXTS: Readonly<Record<Language, LoginTexts>> = {
  vi: {
    title: (application) => `Cho phép ${application} · Facebook thử nghiệm`,
    heading: (application) => `Cho phép ${application} đọc số liệu quảng cáo`,
    sandbox:
      'Facebook thử nghiệm: mọi người dùng, tài khoản quảng cáo và số liệu ở đây đều là giả lập, không cần mật khẩu.',
    who: 'Bạn là ai?',
    otherUser: 'Không phải bạn?',
    accounts: 'Tài khoản quảng cáo',
    accountsHelp: 'Tất cả tài khoản được chọn của người này sẽ được đọc.',
    closed: 'đã đóng',
    permissions: (application) => `${application} xin được phép`,
    permissionNames: {
      ads_read: 'Đọc chiến dịch, quảng cáo và số liệu của chúng',
      business_management: 'Thấy tài khoản quảng cáo của doanh nghiệp',
      public_profile: 'Biết tên của bạn',
    },
    never: 'Không được tạo, sửa hay dừng quảng cáo của bạn.',
    agree: 'Tiếp tục',
    cancel: 'Huỷ',
    unchosen: 'Hãy chọn bạn là ai.',
    otherLanguage: 'English',
  },
  en: {
    title: (application) => `Allow ${application} · Facebook sandbox`,
    heading: (application) => `Allow ${application} to read your ad data`,
    sandbox:
      'This is a sandbox. All people, ad accounts, and data here are simulated, and no password is needed.',
    who: 'Who are you?',
    otherUser: 'Not you?',
    accounts: 'Ad accounts',
    accountsHelp: 'All selected accounts of this person will be read.',
    closed: 'closed',
    permissions: (application) => `${application} is asking to`,
    permissionNames: {
      ads_read: 'Read campaigns, ads, and their results',
      business_management: 'See your business’s ad accounts',
      public_profile: 'See your name',
    },
    never: 'It can’t create, edit, or stop your ads.',
    agree: 'Continue',
    cancel: 'Cancel',
    unchosen: 'Choose who you are.',
    otherLanguage: 'Tiếng Việt',
  },
};
