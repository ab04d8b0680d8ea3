import type { Buyer } from './order.ts';
import { draw, drawItem, drawIndex } from '../random.ts';

const familyNames = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Vũ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
  'Dương',
];
const middleNames = ['Thị', 'Văn', 'Ngọc', 'Minh', 'Thanh', 'Thuỳ', 'Đức', 'Quỳnh', 'Bảo', 'Khánh'];
const givenNames = [
  'An',
  'Bình',
  'Chi',
  'Dung',
  'Giang',
  'Hà',
  'Hạnh',
  'Hùng',
  'Lan',
  'Linh',
  'Mai',
  'Nam',
  'Phương',
  'Quân',
  'Thảo',
  'Trang',
  'Tuấn',
  'Vy',
  'Yến',
];
const places: readonly (readonly [province: string, district: string, ward: string])[] = [
  ['Hồ Chí Minh', 'Quận Bình Thạnh', 'Phường 25'],
  ['Hồ Chí Minh', 'Thành phố Thủ Đức', 'Phường Linh Trung'],
  ['Hồ Chí Minh', 'Quận 7', 'Phường Tân Phong'],
  ['Hà Nội', 'Quận Cầu Giấy', 'Phường Dịch Vọng'],
  ['Hà Nội', 'Quận Hà Đông', 'Phường Mộ Lao'],
  ['Hà Nội', 'Quận Đống Đa', 'Phường Láng Hạ'],
  ['Đà Nẵng', 'Quận Hải Châu', 'Phường Thạch Thang'],
  ['Hải Phòng', 'Quận Lê Chân', 'Phường An Biên'],
  ['Cần Thơ', 'Quận Ninh Kiều', 'Phường Xuân Khánh'],
  ['Đồng Nai', 'Thành phố Biên Hòa', 'Phường Tân Hiệp'],
  ['Bình Dương', 'Thành phố Thuận An', 'Phường Lái Thiêu'],
  ['Nghệ An', 'Thành phố Vinh', 'Phường Hưng Bình'],
  ['Khánh Hòa', 'Thành phố Nha Trang', 'Phường Vĩnh Hải'],
  ['Đắk Lắk', 'Thành phố Buôn Ma Thuột', 'Phường Tân Lợi'],
];

const drawKeys = { buyer: 30, returning: 31, family: 1, middle: 2, given: 3, place: 4 } as const;

/** Draws the buyer of an order. A third of the orders come from a small group of regular buyers. */
export function drawBuyer(orderHash: number): Buyer {
  const regular = draw(orderHash, drawKeys.returning) < 0.33;
  const number = 500_000_000 + drawIndex(orderHash, drawKeys.buyer, regular ? 400 : 40_000_000);
  const identity = number;
  const [province, district, ward] = drawItem(identity, drawKeys.place, places);
  return {
    number,
    name: `${drawItem(identity, drawKeys.family, familyNames)} ${drawItem(identity, drawKeys.middle, middleNames)} ${drawItem(identity, drawKeys.given, givenNames)}`,
    province,
    district,
    ward,
  };
}
