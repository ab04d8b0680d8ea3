import type { Language } from '../consent/texts.ts';
import type { GoogleAccount } from './accounts.ts';

export type AccountFailure = 'client' | 'redirect' | 'request';

interface Texts {
  readonly mark: string;
  readonly title: (application: string) => string;
  readonly heading: string;
  readonly lead: (application: string) => string;
  readonly sandbox: string;
  readonly choose: string;
  readonly unchosen: string;
  readonly shares: (application: string) => string;
  readonly notes: Readonly<Record<GoogleAccount['note'], string>>;
  readonly agree: string;
  readonly cancel: string;
  readonly otherLanguage: string;
  readonly failureHeading: string;
  readonly failures: Readonly<Record<AccountFailure, string>>;
}

export const accountTexts: Readonly<Record<Language, Texts>> = {
  vi: {
    mark: 'Tài khoản Google thử nghiệm',
    title: (application) => `Đăng nhập vào ${application} · Google thử nghiệm`,
    heading: 'Chọn một tài khoản',
    lead: (application) => `để tiếp tục đến ${application}`,
    sandbox: 'Đây không phải là Google: mọi tài khoản ở đây đều là giả lập, không cần mật khẩu.',
    choose: 'Tài khoản',
    unchosen: 'Hãy chọn một tài khoản.',
    shares: (application) =>
      `Khi bạn đồng ý, tên và địa chỉ email của tài khoản được gửi cho ${application}.`,
    notes: {
      private: 'tài khoản cá nhân',
      organization: 'tài khoản của tổ chức',
      unverified: 'email chưa được xác minh',
      demoSeller: 'cùng email với một tài khoản mẫu',
      demoShop: 'cùng email với một tài khoản mẫu, viết hoa khác',
    },
    agree: 'Đồng ý',
    cancel: 'Huỷ',
    otherLanguage: 'English',
    failureHeading: 'Không thể mở trang đăng nhập',
    failures: {
      client: 'Ứng dụng này chưa được đăng ký (invalid_client).',
      redirect: 'Địa chỉ quay về chưa được đăng ký (redirect_uri_mismatch).',
      request: 'Yêu cầu thiếu response_type=code hoặc scope (invalid_request).',
    },
  },
  en: {
    mark: 'Google account sandbox',
    title: (application) => `Sign in to ${application} · Google sandbox`,
    heading: 'Choose an account',
    lead: (application) => `to continue to ${application}`,
    sandbox: 'This isn’t Google. All accounts here are simulated, and no password is needed.',
    choose: 'Accounts',
    unchosen: 'Choose an account.',
    shares: (application) =>
      `If you agree, the account’s name and email address are shared with ${application}.`,
    notes: {
      private: 'personal account',
      organization: 'organization account',
      unverified: 'email not verified',
      demoSeller: 'same email as a demo account',
      demoShop: 'same email as a demo account, with different capitalization',
    },
    agree: 'Agree',
    cancel: 'Cancel',
    otherLanguage: 'Tiếng Việt',
    failureHeading: 'Couldn’t open the sign-in page',
    failures: {
      client: 'This application isn’t registered (invalid_client).',
      redirect: 'The redirect URI isn’t registered (redirect_uri_mismatch).',
      request: 'The request is missing response_type=code or scope (invalid_request).',
    },
  },
};
