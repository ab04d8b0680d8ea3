import { toSearchKey } from '../platform/database/search-key.ts';
import type { NewBrand } from './brand-rules.ts';

/** Fictitious Vietnamese brand names for the demo. */
const brandNames = [
  'An Nhiên',
  'Áo Dài Việt',
  'Ăn Lành',
  'Ấm Áp Home',
  'Bánh Tráng Bà Năm',
  'Bảo Ngọc Jewelry',
  'Bếp Nhà Mình',
  'Biển Xanh',
  'Cà Phê Bản Làng',
  'Cát Tường Silk',
  'Chè Thái Nguyên Xưa',
  'Cỏ Mềm',
  'Dế Mèn Kids',
  'Dệt Lụa Vạn Phúc',
  'Đặc Sản Miền Tây',
  'Đất Lành',
  'Đèn Lồng Hội An',
  'Đông Hồ Paper',
  'Đường Xanh',
  'Duyên Dáng',
  'Én Vàng',
  'Gấu Nâu Baby',
  'Gia Bảo',
  'Giày Dép Bình Minh',
  'Gốm Bát Tràng Mới',
  'Gỗ Quê',
  'Hạnh Phúc Nhỏ',
  'Hoa Mai',
  'Hồn Đất',
  'Hương Rừng',
  'Khăn Len Sa Pa',
  'Khoẻ Xanh',
  'Làng Mây',
  'Lá Sen',
  'Lúa Mới',
  'Mắm Cô Ba',
  'Mây Tre Phú Vang',
  'Mộc An',
  'Mỹ Phẩm Lụa Là',
  'Nắng Mai',
  'Ngọc Trai Phú Quốc',
  'Nhà Của Mít',
  'Nón Huế',
  'Nước Mắm Hòn Sơn',
  'Ong Rừng U Minh',
  'Phở Khô Ba Miền',
  'Quà Quê',
  'Rau Nhà Trồng',
  'Sách Nhỏ',
  'Sen Việt',
  'Sơn Mài Thuỷ Chung',
  'Thổ Cẩm Mai Châu',
  'Thời Trang Ánh Dương',
  'Tinh Dầu Hoa Bưởi',
  'Tơ Tằm Bảo Lộc',
  'Trà Cung Đình',
  'Trầm Hương Khánh Hoà',
  'Túi Cói Nga Sơn',
  'Ươm Mầm',
  'Vải Thiều Lục Ngạn',
  'Xà Phòng Thảo Mộc',
  'Yến Sào Cần Giờ',
];

/** Every ninth brand is inactive. */
export const demoBrands: readonly NewBrand[] = brandNames.map((name, index) => ({
  name,
  code: toSearchKey(name).toUpperCase().replaceAll(' ', '-'),
  status: index % 9 === 8 ? 'Inactive' : 'Active',
}));

const dayMs = 86_400_000;

/** Returns when a brand of the demo was added and when it became inactive, within the last year. */
export function demoBrandTimes(index: number, now: Date): { added: Date; givenUp: Date } {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs - index * 613_000);
  return { added: daysAgo(30 + ((index * 37) % 300)), givenUp: daysAgo(1 + ((index * 11) % 28)) };
}
