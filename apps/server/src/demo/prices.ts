import { e4PerDong, type DatedPrice, type PricedProduct } from '../pricing/index.ts';

/** Fictitious products with a base price in đồng. */
const demoGoods: readonly [name: string, dong: number][] = [
  ['Áo thun cotton', 159_000],
  ['Áo sơ mi linen', 349_000],
  ['Váy hoa nhí', 289_000],
  ['Quần tây ống đứng', 319_000],
  ['Túi tote vải bố', 129_000],
  ['Khăn lụa tơ tằm', 459_000],
  ['Nón lá thêu tay', 185_000],
  ['Giày vải đế mềm', 399_000],
  ['Trà sen ướp hoa', 220_000],
  ['Cà phê rang mộc', 165_000],
  ['Mật ong rừng', 275_000],
  ['Nước mắm nhĩ', 98_000],
  ['Bánh tráng phơi sương', 45_000],
  ['Xà phòng thảo mộc', 79_000],
  ['Tinh dầu sả chanh', 119_000],
  ['Nến thơm quế hồi', 149_000],
  ['Bình gốm men rạn', 520_000],
  ['Bộ chén sứ vẽ tay', 680_000],
  ['Giỏ mây đan', 210_000],
  ['Sổ tay giấy dó', 89_000],
];
const variants = ['loại thường', 'loại lớn', 'bộ hai', 'phiên bản quà tặng'];

const productCount = 200;
const dayMs = 86_400_000;

/** Returns the prices of the demo's products within the last year. Every third product has had a price increase. */
export function demoPrices(brandCodes: readonly string[], now: Date): DatedPrice[] {
  const times = [210, 184, 151, 122, 96, 75, 51, 33, 18, 9, 4].map(
    (days) => new Date(now.getTime() - days * dayMs),
  );
  return demoProducts(brandCodes).flatMap((product, index) => {
    const position = index % times.length;
    const current = { product, at: times[position] ?? now };
    const listE4 = earlierListPrice(product);
    if (index % 3 !== 0 || listE4 === product.listE4) return [current];
    return [
      { ...current, product: { ...product, listE4 } },
      { product, at: times[position + 1] ?? now },
    ];
  });
}

/** Returns the same two hundred products each time, distributed over the brands. */
function demoProducts(brandCodes: readonly string[]): PricedProduct[] {
  return Array.from({ length: productCount }, (_, index) => {
    const [good, basePrice] = demoGoods[index % demoGoods.length] ?? ['Sản phẩm', 100_000];
    const round = Math.floor(index / demoGoods.length);
    const variant = round % variants.length;
    const brandCode = brandCodes[(index * 7 + round) % Math.max(brandCodes.length, 1)] ?? '';
    // In thousands of đồng. Larger variants cost more, and the factor differs between products.
    const list = Math.round(
      (basePrice * (1 + variant * 0.45) * (0.9 + (index % 11) * 0.03)) / 1000,
    );
    const floor = Math.round(list * (0.75 + (index % 4) * 0.05));
    return {
      sku: `SP-${String(index + 1).padStart(4, '0')}`,
      name: `${good} ${variants[variant] ?? ''}`.trim(),
      brandCode,
      listE4: BigInt(list * 1000) * e4PerDong,
      floorE4: BigInt(floor * 1000) * e4PerDong,
    };
  });
}

/** Returns a product's price before an increase: 10% less, in whole thousands, and not below the floor. */
function earlierListPrice({ listE4, floorE4 }: PricedProduct): bigint {
  const thousand = 1000n * e4PerDong;
  const less = ((listE4 * 9n) / (10n * thousand)) * thousand;
  return less > floorE4 ? less : floorE4;
}
