/** The ad accounts of the fictional sellers, and the users with access to them. */
import { lazadaShops, shopeeShops, tikiShops } from '../../world/shops/shops.ts';
import type { GeneratedShop, SellerAccount } from '../../world/shops/shops.ts';
import type { Category } from '../../world/shops/catalogue.ts';

export interface AdAccount {
  /** Position in the world; part of every ID of the account. */
  readonly slot: number;
  /** Digits only; paths prefix it with `act_`. */
  readonly accountId: string;
  readonly name: string;
  readonly business: string;
  readonly owner: SellerAccount;
  readonly currency: 'VND' | 'USD';
  readonly timeZone: string;
  /** Neither zone has daylight saving. */
  readonly offsetHours: number;
  /** 1 active, 2 disabled, 101 closed. */
  readonly status: 1 | 2 | 101;
  readonly categories: readonly Category[];
  /** The shops whose products it advertises. */
  readonly promotes: readonly GeneratedShop[];
  /** Days from its first ad until a closed account stopped; null while it is open. */
  readonly endsAfterDays: number | null;
}

const allShops: readonly GeneratedShop[] = [...lazadaShops, ...shopeeShops, ...tikiShops];

function shopsOf(email: string, categories: readonly Category[]): readonly GeneratedShop[] {
  return allShops.filter(
    (shop) =>
      shop.account.email === email &&
      shop.categories.some((category) => categories.includes(category)),
  );
}

function ownerOf(email: string): SellerAccount {
  const shop = allShops.find(({ account }) => account.email === email);
  if (shop === undefined) throw new RangeError(`nobody is called ${email}`);
  return shop.account;
}

type Row = Omit<AdAccount, 'owner' | 'promotes' | 'slot'> & { readonly email: string };

const rows: readonly Row[] = [
  {
    accountId: '884410200164501',
    name: 'Hoa Mai Fashion Ads',
    business: 'Công ty TNHH Thời trang Hoa Mai',
    email: 'hoamai@nguoiban.test',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    offsetHours: 7,
    status: 1,
    categories: ['fashion', 'beauty'],
    endsAfterDays: null,
  },
  {
    accountId: '884410200164509',
    name: 'Hoa Mai (tài khoản cũ)',
    business: 'Công ty TNHH Thời trang Hoa Mai',
    email: 'hoamai@nguoiban.test',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    offsetHours: 7,
    status: 101,
    categories: ['fashion'],
    endsAfterDays: 120,
  },
  {
    accountId: '884410200283117',
    name: 'An Nhiên Ads',
    business: 'Hộ kinh doanh An Nhiên',
    email: 'annhien@nguoiban.test',
    currency: 'VND',
    // Created with the wrong time zone: its days are one hour apart from those of the shops.
    timeZone: 'Asia/Singapore',
    offsetHours: 8,
    status: 1,
    categories: ['baby', 'home'],
    endsAfterDays: null,
  },
  {
    accountId: '884410200391240',
    name: 'Minh Khang Global',
    business: 'Công ty CP Minh Khang',
    email: 'minhkhang@nguoiban.test',
    currency: 'USD',
    timeZone: 'Asia/Ho_Chi_Minh',
    offsetHours: 7,
    status: 1,
    categories: ['electronics'],
    endsAfterDays: null,
  },
  {
    accountId: '884410200391241',
    name: 'Minh Khang Ads',
    business: 'Công ty CP Minh Khang',
    email: 'minhkhang@nguoiban.test',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    offsetHours: 7,
    status: 1,
    categories: ['electronics', 'food'],
    endsAfterDays: null,
  },
];

export const adAccounts: readonly AdAccount[] = rows.map(({ email, ...row }, slot) => ({
  ...row,
  slot,
  owner: ownerOf(email),
  promotes: shopsOf(email, row.categories),
}));

export interface FacebookUser {
  /** App-scoped, 17 digits. */
  readonly id: string;
  readonly account: SellerAccount;
  readonly adAccounts: readonly AdAccount[];
}

export const facebookUsers: readonly FacebookUser[] = [
  ...new Map(adAccounts.map(({ owner }) => [owner.email, owner])).values(),
].map((account, position) => ({
  id: String(10_224_000_000_000_001n + BigInt(position) * 7919n),
  account,
  adAccounts: adAccounts.filter(({ owner }) => owner.email === account.email),
}));

export function findAccount(accountId: string): AdAccount | undefined {
  return adAccounts.find((account) => account.accountId === accountId);
}

export function findUser(id: string): FacebookUser | undefined {
  return facebookUsers.find((user) => user.id === id);
}

/** Returns the account-local day of an instant in epoch seconds. */
export function accountDay(account: AdAccount, epochSeconds: number): number {
  return Math.floor((epochSeconds + account.offsetHours * 3600) / 86_400);
}

/** Returns the first instant (epoch seconds) of an account-local day. */
export function startOfAccountDay(account: AdAccount, day: number): number {
  return day * 86_400 - account.offsetHours * 3600;
}

/** Formats a time as objects do: `2023-11-01T10:00:00+0700`. */
export function graphTime(account: AdAccount, epochSeconds: number): string {
  const local = new Date((epochSeconds + account.offsetHours * 3600) * 1000).toISOString();
  return `${local.slice(0, 19)}+${String(account.offsetHours).padStart(2, '0')}00`;
}
