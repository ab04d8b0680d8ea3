/**
 * The products of the generated world. Several shops on several marketplaces sell the same ones. Prices are in whole
 * VND.
 */
export type Category = 'fashion' | 'home' | 'food' | 'beauty' | 'baby' | 'electronics';

export interface CatalogueVariant {
  readonly suffix: string;
  readonly label: string;
  /** Added to the product's price, in whole VND. */
  readonly surcharge: number;
}

export interface CatalogueProduct {
  readonly code: string;
  readonly name: string;
  readonly category: Category;
  readonly price: number;
  readonly property: string;
  readonly variants: readonly CatalogueVariant[];
}

type VariantSet = readonly [property: string, ...variants: (readonly [string, string, number?])[]];

const COLORS: VariantSet = [
  'Màu sắc',
  ['DEN', 'Đen'],
  ['TRANG', 'Trắng'],
  ['BE', 'Be'],
  ['XANH', 'Xanh rêu'],
];
const SIZES: VariantSet = ['Kích cỡ', ['S', 'S'], ['M', 'M'], ['L', 'L'], ['XL', 'XL', 10_000]];
const SHOES: VariantSet = [
  'Cỡ giày',
  ['36', '36'],
  ['37', '37'],
  ['38', '38'],
  ['39', '39'],
  ['40', '40'],
];
const WEIGHTS: VariantSet = [
  'Khối lượng',
  ['250', '250 g'],
  ['500', '500 g', 62_000],
  ['1KG', '1 kg', 168_000],
];
const VOLUMES: VariantSet = [
  'Dung tích',
  ['30ML', '30 ml'],
  ['50ML', '50 ml', 74_000],
  ['100ML', '100 ml', 165_000],
];
const SETS: VariantSet = [
  'Bộ',
  ['B1', 'Bộ 1 món'],
  ['B3', 'Bộ 3 món', 129_000],
  ['B6', 'Bộ 6 món', 289_000],
];
const ONE: VariantSet = ['Phân loại', ['STD', 'Tiêu chuẩn']];
const AGES: VariantSet = [
  'Độ tuổi',
  ['0-6', '0–6 tháng'],
  ['6-12', '6–12 tháng', 10_000],
  ['12-24', '12–24 tháng', 20_000],
];
const LENGTHS: VariantSet = ['Chiều dài', ['1M', '1 m'], ['2M', '2 m', 25_000]];

type Row = readonly [code: string, name: string, price: number, variants: VariantSet];

const ROWS: Readonly<Record<Category, readonly Row[]>> = {
  fashion: [
    ['ATC', 'Áo thun cotton cổ tròn nữ form rộng', 129_000, SIZES],
    ['SML', 'Áo sơ mi lụa công sở tay dài', 245_000, SIZES],
    ['DHM', 'Đầm hoa nhí cổ vuông dáng xoè', 319_000, SIZES],
    ['QTD', 'Quần tây ống đứng lưng cao', 285_000, SIZES],
    ['CVM', 'Chân váy midi xếp ly', 239_000, COLORS],
    ['ADD', 'Áo dài cách tân vải tơ óng', 589_000, SIZES],
    ['AKG', 'Áo khoác gió hai lớp chống nắng', 275_000, COLORS],
    ['TXM', 'Túi xách mây đan thủ công', 349_000, COLORS],
    ['GSD', 'Giày sục da mềm đế êm', 415_000, SHOES],
    ['KCL', 'Khăn choàng len mỏng', 159_000, COLORS],
    ['DNL', 'Đồ ngủ lụa satin hai dây', 189_000, SIZES],
    ['NRV', 'Nón rộng vành đi biển', 99_000, COLORS],
  ],
  home: [
    ['NCI', 'Nồi chiên không dầu 5 lít', 1_190_000, ONE],
    ['CGT', 'Chảo gang tráng men 26 cm', 459_000, COLORS],
    ['BCH', 'Bộ chén sứ vẽ tay Bát Tràng', 259_000, SETS],
    ['BAT', 'Bình trà gốm men hoả biến', 385_000, COLORS],
    ['GDG', 'Ga chống thấm cotton 1m6', 299_000, COLORS],
    ['KTL', 'Kệ tre lắp ghép ba tầng', 345_000, ONE],
    ['DCT', 'Đèn cây trang trí phòng khách', 529_000, COLORS],
    ['HTB', 'Hộp thuỷ tinh bảo quản thực phẩm', 149_000, SETS],
    ['TGM', 'Thớt gỗ me tây nguyên tấm', 189_000, ONE],
    ['MLN', 'Máy lọc nước để bàn', 2_890_000, ONE],
    ['CLN', 'Chổi lau nhà xoay 360 độ', 265_000, ONE],
    ['RCV', 'Rèm cửa vải thô chống nắng', 379_000, LENGTHS],
  ],
  food: [
    ['TSH', 'Trà sen Tây Hồ ướp tươi', 185_000, WEIGHTS],
    ['CPR', 'Cà phê Robusta Buôn Ma Thuột rang mộc', 98_000, WEIGHTS],
    ['HDW', 'Hạt điều rang muối vỏ lụa Bình Phước', 135_000, WEIGHTS],
    ['MOR', 'Mật ong rừng U Minh', 169_000, VOLUMES],
    ['NMP', 'Nước mắm Phú Quốc 40 độ đạm', 89_000, ONE],
    ['BDX', 'Bánh đậu xanh Hải Dương hộp quà', 75_000, SETS],
    ['MMT', 'Mứt mãng cầu Tết', 89_000, WEIGHTS],
    ['GST', 'Gạo ST25 Sóc Trăng túi 5 kg', 215_000, ONE],
    ['KDB', 'Kẹo dừa Bến Tre nguyên chất', 49_000, SETS],
    ['TLH', 'Trà lài hoa vàng', 115_000, WEIGHTS],
  ],
  beauty: [
    ['SRM', 'Sữa rửa mặt rau má dịu nhẹ', 119_000, VOLUMES],
    ['SVC', 'Tinh chất vitamin C 15%', 289_000, VOLUMES],
    ['KCN', 'Kem chống nắng phổ rộng SPF50+', 245_000, VOLUMES],
    ['SDM', 'Son dưỡng có màu chiết xuất gấc', 99_000, COLORS],
    ['DGB', 'Dầu gội bồ kết sả chanh', 139_000, VOLUMES],
    ['TTB', 'Tinh dầu bưởi kích mọc tóc', 155_000, VOLUMES],
    ['MNB', 'Mặt nạ bột yến mạch', 69_000, WEIGHTS],
    ['NTH', 'Nước tẩy trang hoa hồng', 149_000, VOLUMES],
    ['KDA', 'Kem dưỡng ẩm lô hội', 189_000, VOLUMES],
  ],
  baby: [
    ['BSS', 'Bộ bodysuit sơ sinh vải tre', 159_000, AGES],
    ['BSI', 'Bình sữa silicone chống đầy hơi', 219_000, VOLUMES],
    ['TAD', 'Tã dán siêu mỏng gói lớn', 315_000, AGES],
    ['GHT', 'Gối hơi thở chống méo đầu', 179_000, COLORS],
    ['DCG', 'Đồ chơi gỗ xếp hình thông minh', 145_000, SETS],
    ['YAD', 'Yếm ăn dặm silicone', 69_000, COLORS],
    ['XDB', 'Xe đẩy gấp gọn du lịch', 1_650_000, COLORS],
    ['KUU', 'Khăn ướt không mùi thùng 6 gói', 129_000, ONE],
  ],
  electronics: [
    ['CSN', 'Củ sạc nhanh GaN 65W', 429_000, COLORS],
    ['CAC', 'Cáp sạc bọc dù USB-C', 79_000, LENGTHS],
    ['TNB', 'Tai nghe không dây chống ồn', 690_000, COLORS],
    ['SDP', 'Pin dự phòng 10.000 mAh', 389_000, COLORS],
    ['OPD', 'Ốp điện thoại chống sốc', 89_000, COLORS],
    ['BPC', 'Bàn phím cơ không dây 75%', 1_090_000, COLORS],
    ['CKD', 'Chuột không dây yên tĩnh', 259_000, COLORS],
    ['GDT', 'Giá đỡ điện thoại hợp kim', 119_000, COLORS],
    ['LBT', 'Loa bluetooth mini chống nước', 459_000, COLORS],
    ['DHT', 'Đồng hồ thông minh đo giấc ngủ', 890_000, COLORS],
  ],
};

function product(category: Category, [code, name, price, set]: Row): CatalogueProduct {
  const [property, ...variants] = set;
  return {
    code,
    name,
    category,
    price,
    property,
    variants: variants.map(([suffix, label, surcharge]) => ({
      suffix,
      label,
      surcharge: surcharge ?? 0,
    })),
  };
}

export const CATEGORIES: readonly Category[] = [
  'fashion',
  'home',
  'food',
  'beauty',
  'baby',
  'electronics',
];

/** All products in a fixed order. A product's position is part of its marketplace IDs. */
export const CATALOGUE: readonly CatalogueProduct[] = CATEGORIES.flatMap((category) =>
  ROWS[category].map((row) => product(category, row)),
);
