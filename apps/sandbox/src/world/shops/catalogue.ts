/**
 * The products of the generated world. Several shops on several marketplaces sell the same ones. Prices are in whole
 * VND.
 */
import type { Silhouette } from '../silhouettes.ts';

export type Category = 'fashion' | 'home' | 'food' | 'beauty' | 'baby' | 'electronics';

interface CatalogueVariant {
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
  /** What its picture shows. */
  readonly silhouette: Silhouette;
  readonly property: string;
  readonly variants: readonly CatalogueVariant[];
}

type VariantSet = readonly [property: string, ...variants: (readonly [string, string, number?])[]];

const colors: VariantSet = [
  'Màu sắc',
  ['DEN', 'Đen'],
  ['TRANG', 'Trắng'],
  ['BE', 'Be'],
  ['XANH', 'Xanh rêu'],
];
const sizes: VariantSet = ['Kích cỡ', ['S', 'S'], ['M', 'M'], ['L', 'L'], ['XL', 'XL', 10_000]];
const shoes: VariantSet = [
  'Cỡ giày',
  ['36', '36'],
  ['37', '37'],
  ['38', '38'],
  ['39', '39'],
  ['40', '40'],
];
const weights: VariantSet = [
  'Khối lượng',
  ['250', '250 g'],
  ['500', '500 g', 62_000],
  ['1KG', '1 kg', 168_000],
];
const volumes: VariantSet = [
  'Dung tích',
  ['30ML', '30 ml'],
  ['50ML', '50 ml', 74_000],
  ['100ML', '100 ml', 165_000],
];
const sets: VariantSet = [
  'Bộ',
  ['B1', 'Bộ 1 món'],
  ['B3', 'Bộ 3 món', 129_000],
  ['B6', 'Bộ 6 món', 289_000],
];
const oneVariant: VariantSet = ['Phân loại', ['STD', 'Tiêu chuẩn']];
const ages: VariantSet = [
  'Độ tuổi',
  ['0-6', '0–6 tháng'],
  ['6-12', '6–12 tháng', 10_000],
  ['12-24', '12–24 tháng', 20_000],
];
const lengths: VariantSet = ['Chiều dài', ['1M', '1 m'], ['2M', '2 m', 25_000]];

type Row = readonly [
  code: string,
  name: string,
  price: number,
  variants: VariantSet,
  silhouette: Silhouette,
];

const rows: Readonly<Record<Category, readonly Row[]>> = {
  fashion: [
    ['ATC', 'Áo thun cotton cổ tròn nữ form rộng', 129_000, sizes, 'shirt'],
    ['SML', 'Áo sơ mi lụa công sở tay dài', 245_000, sizes, 'shirt'],
    ['DHM', 'Đầm hoa nhí cổ vuông dáng xoè', 319_000, sizes, 'dress'],
    ['QTD', 'Quần tây ống đứng lưng cao', 285_000, sizes, 'trousers'],
    ['CVM', 'Chân váy midi xếp ly', 239_000, colors, 'skirt'],
    ['ADD', 'Áo dài cách tân vải tơ óng', 589_000, sizes, 'garment'],
    ['AKG', 'Áo khoác gió hai lớp chống nắng', 275_000, colors, 'garment'],
    ['TXM', 'Túi xách mây đan thủ công', 349_000, colors, 'bag'],
    ['GSD', 'Giày sục da mềm đế êm', 415_000, shoes, 'shoe'],
    ['KCL', 'Khăn choàng len mỏng', 159_000, colors, 'scarf'],
    ['DNL', 'Đồ ngủ lụa satin hai dây', 189_000, sizes, 'dress'],
    ['NRV', 'Nón rộng vành đi biển', 99_000, colors, 'hat'],
  ],
  home: [
    ['NCI', 'Nồi chiên không dầu 5 lít', 1_190_000, oneVariant, 'appliance'],
    ['CGT', 'Chảo gang tráng men 26 cm', 459_000, colors, 'pan'],
    ['BCH', 'Bộ chén sứ vẽ tay Bát Tràng', 259_000, sets, 'bowl'],
    ['BAT', 'Bình trà gốm men hoả biến', 385_000, colors, 'teapot'],
    ['GDG', 'Ga chống thấm cotton 1m6', 299_000, colors, 'sheet'],
    ['KTL', 'Kệ tre lắp ghép ba tầng', 345_000, oneVariant, 'shelf'],
    ['DCT', 'Đèn cây trang trí phòng khách', 529_000, colors, 'lamp'],
    ['HTB', 'Hộp thuỷ tinh bảo quản thực phẩm', 149_000, sets, 'jar'],
    ['TGM', 'Thớt gỗ me tây nguyên tấm', 189_000, oneVariant, 'board'],
    ['MLN', 'Máy lọc nước để bàn', 2_890_000, oneVariant, 'appliance'],
    ['CLN', 'Chổi lau nhà xoay 360 độ', 265_000, oneVariant, 'mop'],
    ['RCV', 'Rèm cửa vải thô chống nắng', 379_000, lengths, 'curtain'],
  ],
  food: [
    ['TSH', 'Trà sen Tây Hồ ướp tươi', 185_000, weights, 'leaf'],
    ['CPR', 'Cà phê Robusta Buôn Ma Thuột rang mộc', 98_000, weights, 'bean'],
    ['HDW', 'Hạt điều rang muối vỏ lụa Bình Phước', 135_000, weights, 'bean'],
    ['MOR', 'Mật ong rừng U Minh', 169_000, volumes, 'jar'],
    ['NMP', 'Nước mắm Phú Quốc 40 độ đạm', 89_000, oneVariant, 'bottle'],
    ['BDX', 'Bánh đậu xanh Hải Dương hộp quà', 75_000, sets, 'gift'],
    ['MMT', 'Mứt mãng cầu Tết', 89_000, weights, 'jar'],
    ['GST', 'Gạo ST25 Sóc Trăng túi 5 kg', 215_000, oneVariant, 'sack'],
    ['KDB', 'Kẹo dừa Bến Tre nguyên chất', 49_000, sets, 'gift'],
    ['TLH', 'Trà lài hoa vàng', 115_000, weights, 'leaf'],
  ],
  beauty: [
    ['SRM', 'Sữa rửa mặt rau má dịu nhẹ', 119_000, volumes, 'tube'],
    ['SVC', 'Tinh chất vitamin C 15%', 289_000, volumes, 'dropper'],
    ['KCN', 'Kem chống nắng phổ rộng SPF50+', 245_000, volumes, 'tube'],
    ['SDM', 'Son dưỡng có màu chiết xuất gấc', 99_000, colors, 'lipstick'],
    ['DGB', 'Dầu gội bồ kết sả chanh', 139_000, volumes, 'bottle'],
    ['TTB', 'Tinh dầu bưởi kích mọc tóc', 155_000, volumes, 'dropper'],
    ['MNB', 'Mặt nạ bột yến mạch', 69_000, weights, 'jar'],
    ['NTH', 'Nước tẩy trang hoa hồng', 149_000, volumes, 'bottle'],
    ['KDA', 'Kem dưỡng ẩm lô hội', 189_000, volumes, 'jar'],
  ],
  baby: [
    ['BSS', 'Bộ bodysuit sơ sinh vải tre', 159_000, ages, 'onesie'],
    ['BSI', 'Bình sữa silicone chống đầy hơi', 219_000, volumes, 'nursingBottle'],
    ['TAD', 'Tã dán siêu mỏng gói lớn', 315_000, ages, 'pack'],
    ['GHT', 'Gối hơi thở chống méo đầu', 179_000, colors, 'pillow'],
    ['DCG', 'Đồ chơi gỗ xếp hình thông minh', 145_000, sets, 'blocks'],
    ['YAD', 'Yếm ăn dặm silicone', 69_000, colors, 'bib'],
    ['XDB', 'Xe đẩy gấp gọn du lịch', 1_650_000, colors, 'stroller'],
    ['KUU', 'Khăn ướt không mùi thùng 6 gói', 129_000, oneVariant, 'pack'],
  ],
  electronics: [
    ['CSN', 'Củ sạc nhanh GaN 65W', 429_000, colors, 'charger'],
    ['CAC', 'Cáp sạc bọc dù USB-C', 79_000, lengths, 'cable'],
    ['TNB', 'Tai nghe không dây chống ồn', 690_000, colors, 'headphones'],
    ['SDP', 'Pin dự phòng 10.000 mAh', 389_000, colors, 'powerBank'],
    ['OPD', 'Ốp điện thoại chống sốc', 89_000, colors, 'phone'],
    ['BPC', 'Bàn phím cơ không dây 75%', 1_090_000, colors, 'keyboard'],
    ['CKD', 'Chuột không dây yên tĩnh', 259_000, colors, 'mouse'],
    ['GDT', 'Giá đỡ điện thoại hợp kim', 119_000, colors, 'phoneStand'],
    ['LBT', 'Loa bluetooth mini chống nước', 459_000, colors, 'speaker'],
    ['DHT', 'Đồng hồ thông minh đo giấc ngủ', 890_000, colors, 'watch'],
  ],
};

function product(category: Category, [code, name, price, set, silhouette]: Row): CatalogueProduct {
  const [property, ...variants] = set;
  return {
    code,
    name,
    category,
    price,
    silhouette,
    property,
    variants: variants.map(([suffix, label, surcharge]) => ({
      suffix,
      label,
      surcharge: surcharge ?? 0,
    })),
  };
}

export const categories: readonly Category[] = [
  'fashion',
  'home',
  'food',
  'beauty',
  'baby',
  'electronics',
];

/** All products in a fixed order. A product's position is part of its marketplace IDs. */
export const catalogue: readonly CatalogueProduct[] = categories.flatMap((category) =>
  rows[category].map((row) => product(category, row)),
);
