import { toSearchKey } from '../platform/database/search-key.ts';
import type { DatedBrand } from '../catalogue/index.ts';

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

const dayMs = 86_400_000;

/** Returns brands that were added within the last year. Every ninth one became inactive. */
export function demoBrands(now: Date): DatedBrand[] {
  return brandNames.map((name, index) => {
    const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs - index * 613_000);
    return {
      name,
      code: toSearchKey(name).toUpperCase().replaceAll(' ', '-'),
      addedAt: daysAgo(30 + ((index * 37) % 300)),
      deactivatedAt: index % 9 === 8 ? daysAgo(1 + ((index * 11) % 28)) : null,
    };
  });
}
