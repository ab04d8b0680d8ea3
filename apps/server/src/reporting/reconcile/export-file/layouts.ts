import type { AmountVariant, Platform } from '@seller-connect/contract';
import { normalizeHeading } from './cells.ts';
import { absolute } from '../../../platform/money.ts';

/** The status of an order or a line, as precisely as any file distinguishes it. */
export type LineStatus =
  | 'unpaid'
  | 'to_ship'
  | 'shipping'
  | 'delivered'
  | 'completed'
  | 'cancelled'
  | 'failed'
  | 'returned';

/** The amount of a report order that corresponds to a variant. */
export type Measure = 'buyer_total' | 'paid_goods' | 'net' | 'price';

/** The columns of a row, by their names in the layout. */
export type Column =
  | 'orderId'
  | 'placedAt'
  | 'status'
  | 'substatus'
  | 'unitPrice'
  | 'quantity'
  | 'price'
  | 'paidGoods'
  | 'sellerVoucher'
  | 'buyerTotal';

interface Heading {
  /** Headings of the column, the most likely first. */
  readonly names: readonly string[];
  readonly needed?: boolean;
  /** Another column has the same heading except for letter case. */
  readonly exact?: boolean;
}

type AmountOfColumn = (column: Column) => bigint;

/** The layout of a marketplace's export file. */
export interface FileLayout {
  readonly platform: Platform;
  readonly columns: Readonly<Partial<Record<Column, Heading>>>;
  /** The amounts that the file contains for an order, the most important first. */
  readonly variants: readonly {
    readonly name: AmountVariant;
    readonly measure: Measure;
    /** Columns that the variant needs. */
    readonly of: readonly [Column, ...Column[]];
    /** The row's amount, to be summed over the rows of an order; `first` is true for the order's first row. */
    readonly row: (amount: AmountOfColumn, first: boolean) => bigint;
  }[];
  /** Each row is a line of the order with its own status. */
  readonly statusPerRow: boolean;
  /** Each row is one unit; otherwise the quantity comes from its column, if there is one. */
  readonly rowPerPiece: boolean;
  /** By status in lower case. Other statuses are not compared. */
  readonly statuses: Readonly<Record<string, readonly LineStatus[]>>;
}

/** Both factors are in ten-thousandths. */
const multiplyE4 = (price: bigint, quantity: bigint): bigint => (price * quantity) / 10_000n;

const lazada: FileLayout = {
  platform: 'LAZADA',
  columns: {
    orderId: { names: ['orderNumber', 'Order Number'], needed: true },
    placedAt: { names: ['createTime', 'Created at'], needed: true },
    status: { names: ['status', 'Status'] },
    price: { names: ['unitPrice', 'Unit Price'], needed: true },
    sellerVoucher: { names: ['sellerDiscountTotal', 'Seller Discount Total'] },
  },
  variants: [
    { name: 'Z1', measure: 'price', of: ['price'], row: (amount) => amount('price') },
    {
      name: 'Z2',
      measure: 'net',
      of: ['price', 'sellerVoucher'],
      row: (amount) => amount('price') - absolute(amount('sellerVoucher')),
    },
  ],
  statusPerRow: true,
  rowPerPiece: true,
  statuses: {
    unpaid: ['unpaid'],
    pending: ['to_ship'],
    topack: ['to_ship'],
    packed: ['to_ship'],
    repacked: ['to_ship'],
    toship: ['to_ship'],
    ready_to_ship: ['to_ship'],
    ready_to_ship_pending: ['to_ship'],
    shipped: ['shipping'],
    shipping: ['shipping'],
    delivered: ['delivered'],
    confirmed: ['completed'],
    returned: ['returned'],
    canceled: ['cancelled'],
    cancelled: ['cancelled'],
    failed: ['failed'],
    failed_delivery: ['failed'],
    shipped_back: ['failed'],
    shipped_back_success: ['failed'],
    shipped_back_failed: ['failed'],
    lost: ['failed'],
    lost_by_3pl: ['failed'],
    damaged_by_3pl: ['failed'],
    package_scrapped: ['failed'],
  },
};

const shopee: FileLayout = {
  platform: 'SHOPEE',
  columns: {
    orderId: { names: ['Mã đơn hàng', 'Order ID'], needed: true },
    placedAt: { names: ['Ngày đặt hàng', 'Order Creation Date'], needed: true },
    status: { names: ['Trạng Thái Đơn Hàng', 'Order Status'] },
    unitPrice: { names: ['Giá ưu đãi', 'Deal Price'], needed: true },
    quantity: { names: ['Số lượng', 'Quantity'], needed: true },
    sellerVoucher: { names: ['Mã giảm giá của Shop', 'Seller Voucher'] },
    // The product's column has the same heading with a capital letter.
    buyerTotal: { names: ['Tổng số tiền người mua thanh toán'], exact: true },
  },
  variants: [
    {
      name: 'S1',
      measure: 'buyer_total',
      of: ['buyerTotal'],
      row: (amount, first) => (first ? amount('buyerTotal') : 0n),
    },
    {
      name: 'S2',
      measure: 'net',
      of: ['unitPrice', 'quantity', 'sellerVoucher'],
      row: (amount, first) =>
        multiplyE4(amount('unitPrice'), amount('quantity')) -
        (first ? amount('sellerVoucher') : 0n),
    },
  ],
  statusPerRow: false,
  rowPerPiece: false,
  statuses: {
    'chờ thanh toán': ['unpaid'],
    'chưa thanh toán': ['unpaid'],
    'chờ xác nhận': ['unpaid', 'to_ship'],
    'chờ lấy hàng': ['to_ship'],
    'chờ giao hàng': ['to_ship', 'shipping'],
    'đang giao': ['shipping'],
    'đã giao': ['delivered'],
    'hoàn thành': ['completed'],
    'đã nhận được hàng': ['delivered', 'completed'],
    'đã hủy': ['cancelled', 'failed'],
    'đã huỷ': ['cancelled', 'failed'],
    unpaid: ['unpaid'],
    'to ship': ['to_ship'],
    shipping: ['shipping'],
    completed: ['completed'],
    cancelled: ['cancelled', 'failed'],
  },
};

const tiktok: FileLayout = {
  platform: 'TIKTOK',
  columns: {
    orderId: { names: ['Order ID'], needed: true },
    placedAt: { names: ['Created Time'], needed: true },
    status: { names: ['Order Status'] },
    substatus: { names: ['Order Substatus'] },
    paidGoods: { names: ['SKU Subtotal After Discount'], needed: true },
    buyerTotal: { names: ['Order Amount'] },
    quantity: { names: ['Quantity'] },
  },
  variants: [
    {
      name: 'T1',
      measure: 'buyer_total',
      of: ['buyerTotal'],
      row: (amount, first) => (first ? amount('buyerTotal') : 0n),
    },
    {
      name: 'T2',
      measure: 'paid_goods',
      of: ['paidGoods'],
      row: (amount) => amount('paidGoods'),
    },
  ],
  statusPerRow: false,
  rowPerPiece: false,
  statuses: {
    unpaid: ['unpaid'],
    'on hold': ['to_ship'],
    'to ship': ['to_ship'],
    'awaiting shipment': ['to_ship'],
    'awaiting collection': ['to_ship'],
    'partially shipping': ['to_ship', 'shipping'],
    'in transit': ['shipping'],
    shipped: ['shipping', 'delivered'],
    delivered: ['delivered'],
    completed: ['completed'],
    canceled: ['cancelled', 'failed'],
    cancelled: ['cancelled', 'failed'],
    'đang vận chuyển': ['shipping'],
    'đã giao': ['delivered'],
    'đã hoàn tất': ['completed'],
    'đã hủy': ['cancelled', 'failed'],
  },
};

/** Tiki publishes no list of its columns. These are headings of its seller center; none of them is guaranteed. */
const tiki: FileLayout = {
  platform: 'TIKI',
  columns: {
    orderId: { names: ['Mã đơn hàng', 'Mã đơn', 'Order code'], needed: true },
    placedAt: { names: ['Ngày đặt hàng', 'Ngày tạo', 'Thời gian đặt hàng'], needed: true },
    status: { names: ['Trạng thái đơn hàng', 'Trạng thái'] },
    price: { names: ['Thành tiền', 'Tổng tiền hàng'], needed: true },
    quantity: { names: ['Số lượng'] },
  },
  variants: [{ name: 'K1', measure: 'price', of: ['price'], row: (amount) => amount('price') }],
  statusPerRow: false,
  rowPerPiece: false,
  statuses: {
    'chờ thanh toán': ['unpaid'],
    'chờ xác nhận': ['to_ship'],
    'đang xử lý': ['to_ship'],
    'đóng gói xong': ['to_ship'],
    'sẵn sàng giao': ['to_ship'],
    'đang vận chuyển': ['shipping'],
    'giao hàng thành công': ['delivered'],
    'hoàn tất': ['completed'],
    'đã hủy': ['cancelled'],
    'đã huỷ': ['cancelled'],
    'hoàn trả': ['failed', 'returned'],
  },
};

/** The most distinctive layouts first: Tiki's few headings occur in other files, too. */
const layouts: readonly FileLayout[] = [lazada, tiktok, shopee, tiki];

/**
 * Returns the layout of a marketplace's file.
 * @throws Error for a platform without order exports
 */
export function layoutOf(platform: Platform): FileLayout {
  const form = layouts.find((each) => each.platform === platform);
  if (!form) throw new Error(`${platform} has no export file of orders`);
  return form;
}

export interface DetectedLayout {
  readonly form: FileLayout;
  /** Index of each column in a row. */
  readonly at: ReadonlyMap<Column, number>;
}

/** Returns the layout whose required columns a heading row has, or null. */
export function detectLayout(row: readonly string[]): DetectedLayout | null {
  const exact = new Map<string, number>();
  const loose = new Map<string, number>();
  for (const [index, cell] of row.entries()) {
    const name = normalizeHeading(cell);
    if (name === '') continue;
    if (!exact.has(name)) exact.set(name, index);
    if (!loose.has(name.toLowerCase())) loose.set(name.toLowerCase(), index);
  }
  for (const form of layouts) {
    const at = new Map<Column, number>();
    let isComplete = true;
    for (const [column, { names, needed, exact: isExact }] of columnsOf(form)) {
      const index =
        names.map((name) => exact.get(name)).find((found) => found !== undefined) ??
        (isExact
          ? undefined
          : names
              .map((name) => loose.get(name.toLowerCase()))
              .find((found) => found !== undefined));
      if (index !== undefined) at.set(column, index);
      else if (needed) isComplete = false;
    }
    if (isComplete) return { form, at };
  }
  return null;
}

const allColumns: readonly Column[] = [
  'orderId',
  'placedAt',
  'status',
  'substatus',
  'unitPrice',
  'quantity',
  'price',
  'paidGoods',
  'sellerVoucher',
  'buyerTotal',
];

function columnsOf(form: FileLayout): [Column, Heading][] {
  return allColumns.flatMap((column): [Column, Heading][] => {
    const found = form.columns[column];
    return found ? [[column, found]] : [];
  });
}

/** Returns the heading of a column. */
export function columnName(form: FileLayout, column: Column): string {
  return form.columns[column]?.names[0] ?? column;
}
