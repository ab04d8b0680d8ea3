/** The shops of the generated world, and the seller accounts that own them. */
import type { Category } from './catalogue.ts';

export const worldSizes = ['tiny', 'mini', 'small', 'medium', 'large', 'huge'] as const;
export type WorldSize = (typeof worldSizes)[number];

export type Platform = 'LAZADA' | 'SHOPEE' | 'TIKI' | 'TIKTOK';

export interface SellerAccount {
  readonly email: string;
  readonly owner: string;
}

export interface ShopInfo {
  readonly platform: Platform;
  /** Position in the world; part of every ID of the shop, and of its random seed. */
  readonly slot: number;
  readonly externalShopId: string;
  readonly name: string;
  readonly company: string;
  readonly shortCode: string;
  readonly account: SellerAccount;
  readonly region: string;
  readonly currency: string;
  readonly location: string;
  /** File that the shop replays, or null for a generated shop. */
  readonly replayOf: string | null;
}

export interface GeneratedShop extends ShopInfo {
  /** An order has one outcome: all its units deviate, or none. */
  readonly wholeOrders: boolean;
  readonly categories: readonly Category[];
  /** Orders on an average day at size `small`. */
  readonly ordersPerDay: number;
}

interface Seller extends SellerAccount {
  readonly company: string;
}

const hoaMai: Seller = {
  email: 'hoamai@nguoiban.test',
  owner: 'Nguyễn Thị Hoa Mai',
  company: 'Công ty TNHH Thời trang Hoa Mai',
};
const anNhien: Seller = {
  email: 'annhien@nguoiban.test',
  owner: 'Trần An Nhiên',
  company: 'Hộ kinh doanh An Nhiên',
};
const minhKhang: Seller = {
  email: 'minhkhang@nguoiban.test',
  owner: 'Lê Minh Khang',
  company: 'Công ty CP Minh Khang',
};
/** Owns every replayed shop. */
export const replayAccount: SellerAccount = {
  email: 'replay@nguoiban.test',
  owner: 'Đơn hàng phát lại',
};

type Row = readonly [
  externalShopId: string,
  name: string,
  seller: Seller,
  location: string,
  ordersPerDay: number,
  categories: readonly Category[],
];

function createShops(
  platform: Platform,
  firstSlot: number,
  shortCodeOf: (position: number) => string,
  rows: readonly Row[],
): readonly GeneratedShop[] {
  return rows.map(
    ([externalShopId, name, seller, location, ordersPerDay, categories], position) => {
      const { company, ...account } = seller;
      return {
        platform,
        slot: firstSlot + position,
        externalShopId,
        name,
        company,
        shortCode: shortCodeOf(position),
        account,
        region: 'VN',
        currency: 'VND',
        location,
        replayOf: null,
        wholeOrders: platform === 'TIKI',
        categories,
        ordersPerDay,
      };
    },
  );
}

const inHex = (first: number, step: number) => (position: number) =>
  (first + position * step).toString(16).toUpperCase();

export const lazadaShops = createShops(
  'LAZADA',
  0,
  (position) => `VN${inHex(0x4a10, 37)(position)}`,
  [
    ['200164501', 'Hoa Mai Fashion', hoaMai, 'Hồ Chí Minh', 26, ['fashion']],
    ['200164502', 'Mỹ Phẩm Lá Xanh', hoaMai, 'Hồ Chí Minh', 12, ['beauty']],
    ['200283117', 'Mẹ & Bé An Nhiên', anNhien, 'Hà Nội', 7, ['baby']],
    ['200283118', 'Bếp Nhà Mộc', anNhien, 'Hà Nội', 4, ['home']],
    ['200391240', 'Phụ Kiện Số Minh Khang', minhKhang, 'Đà Nẵng', 2, ['electronics']],
    ['200391241', 'Trà & Đặc Sản Sương Mai', minhKhang, 'Lâm Đồng', 1, ['food', 'home']],
  ],
);

/** First slot of Tiki's shops. */
export const firstTikiSlot = 40;

export const tikiShops = createShops('TIKI', firstTikiSlot, inHex(0x5e11e700, 0x1f35), [
  ['186501', 'Hoa Mai Store', hoaMai, 'Hồ Chí Minh', 6, ['fashion']],
  ['203344', 'An Nhiên Baby', anNhien, 'Hà Nội', 4, ['baby', 'home']],
  ['231907', 'Minh Khang Digital', minhKhang, 'Đà Nẵng', 3, ['electronics']],
]);

/** The same sellers as at Lazada, with the same shop names and products. */
export const shopeeShops = createShops('SHOPEE', 20, () => '', [
  ['310164501', 'Hoa Mai Fashion', hoaMai, 'Hồ Chí Minh', 22, ['fashion']],
  ['310283118', 'Bếp Nhà Mộc', anNhien, 'Hà Nội', 5, ['home']],
  ['310391240', 'Phụ Kiện Số Minh Khang', minhKhang, 'Đà Nẵng', 3, ['electronics']],
  ['310391241', 'Trà & Đặc Sản Sương Mai', minhKhang, 'Lâm Đồng', 1, ['food', 'home']],
]);

const tiktokCode = (position: number) =>
  `VNLC${(0x7a31c4 + position * 0x2b7).toString(36).toUpperCase()}`;

export const tiktokShops = createShops('TIKTOK', 60, tiktokCode, [
  ['7494049642642441601', 'Hoa Mai Fashion', hoaMai, 'Hồ Chí Minh', 18, ['fashion']],
  ['7494049642642441602', 'Mỹ Phẩm Lá Xanh', hoaMai, 'Hồ Chí Minh', 9, ['beauty']],
  ['7494283117642441603', 'Mẹ & Bé An Nhiên', anNhien, 'Hà Nội', 4, ['baby']],
  ['7494391241642441604', 'Trà & Đặc Sản Sương Mai', minhKhang, 'Lâm Đồng', 1, ['food', 'home']],
]);

/** First slot of replayed shops. Generated shops have lower ones. */
export const firstReplaySlot = 100;

/** Returns the orders of an average day at a world size. */
export function dailyOrders(shop: GeneratedShop, size: WorldSize): number {
  switch (size) {
    case 'tiny':
      return 0.04 + shop.ordersPerDay * 0.003;
    case 'mini':
      return shop.ordersPerDay * 0.25;
    case 'small':
      return shop.ordersPerDay;
    case 'medium':
      return shop.ordersPerDay * 6;
    case 'large':
      return shop.ordersPerDay * 25;
    case 'huge':
      // One shop gets a little over a million orders in 18 months.
      return shop.slot === 0 ? 1790 : shop.ordersPerDay;
  }
}

/**
 * Formats the ID of a product or variant like its marketplace. TikTok Shop's IDs have 19 digits, more than a JSON number
 * can hold: a four-digit prefix and the world's number.
 */
export function itemId(platform: Platform, number: number): string {
  return platform === 'TIKTOK' ? `1729${number}` : String(number);
}
