/** A fictional account at the sandbox's Google. */
export interface GoogleAccount {
  /** 21 digits, more than a JSON number can represent exactly. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly givenName: string;
  readonly familyName: string;
  /** Domain of an organization's account; null for a private one. */
  readonly hd: string | null;
  /** The test case that this account serves. */
  readonly note: 'private' | 'organization' | 'unverified' | 'demoSeller' | 'demoShop';
}

export const googleAccounts: readonly GoogleAccount[] = [
  {
    sub: '110169484474386270001',
    email: 'thuha.nguyen@thudientu.test',
    emailVerified: true,
    name: 'Nguyễn Thu Hà',
    givenName: 'Thu Hà',
    familyName: 'Nguyễn',
    hd: null,
    note: 'private',
  },
  {
    sub: '110169484474386270002',
    email: 'quang.tran@cuahang.test',
    emailVerified: true,
    name: 'Trần Minh Quang',
    givenName: 'Minh Quang',
    familyName: 'Trần',
    hd: 'cuahang.test',
    note: 'organization',
  },
  {
    sub: '110169484474386270003',
    email: 'seller@demo.test',
    emailVerified: true,
    name: 'Demo Seller',
    givenName: 'Demo',
    familyName: 'Seller',
    hd: null,
    note: 'demoSeller',
  },
  {
    sub: '110169484474386270004',
    email: 'Shop@Demo.test',
    emailVerified: true,
    name: 'Demo Shop',
    givenName: 'Demo',
    familyName: 'Shop',
    hd: 'demo.test',
    note: 'demoShop',
  },
  {
    sub: '110169484474386270005',
    email: 'chua.xac.minh@thudientu.test',
    emailVerified: false,
    name: 'Phạm Chưa Xác Minh',
    givenName: 'Chưa Xác Minh',
    familyName: 'Phạm',
    hd: null,
    note: 'unverified',
  },
];

/** Finds an account by its email address, ignoring case. */
export function findGoogleAccount(email: string): GoogleAccount | undefined {
  return googleAccounts.find((account) => account.email.toLowerCase() === email.toLowerCase());
}
