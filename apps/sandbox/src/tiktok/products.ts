/** Product search, and product details. */
import { dayOf } from '../local-time.ts';
import { formatAmount } from '../money.ts';
import { itemId } from '../world/shops/shops.ts';
import type { Listing, ListingSku, Storefront } from '../world/orders/order.ts';
import { stockAt, restockedAt } from '../world/shops/stock.ts';
import type { TiktokCall, TiktokData } from './context.ts';
import { TiktokError } from './errors.ts';
import { readPageOffset, pageOf } from './paging.ts';
import {
  readInstant,
  invalidParameter,
  readText,
  readTexts,
  readInteger,
} from './request-parameters.ts';

const statuses = [
  'ALL',
  'DRAFT',
  'PENDING',
  'FAILED',
  'ACTIVATE',
  'SELLER_DEACTIVATED',
  'PLATFORM_DEACTIVATED',
  'FREEZE',
  'DELETED',
];
/** Maximum offset of a search. */
const maxOffset = 10_000;

function statusOf(listing: Listing): string {
  return listing.active ? 'ACTIVATE' : 'SELLER_DEACTIVATED';
}

function skuView(shop: Storefront, listing: Listing, sku: ListingSku, now: number): TiktokData {
  return {
    id: itemId('TIKTOK', sku.number),
    seller_sku: sku.sellerSku,
    price: {
      currency: shop.info.currency,
      tax_exclusive_price: formatAmount(shop.priceOn(sku, dayOf(now))),
    },
    inventory: [
      { warehouse_id: '7068517275539719942', quantity: stockAt(sku, restockedAt(listing, now)) },
    ],
    status_info: { status: 'NORMAL' },
  };
}

function productView(shop: Storefront, listing: Listing, now: number): TiktokData {
  return {
    id: itemId('TIKTOK', listing.number),
    title: listing.name,
    status: statusOf(listing),
    create_time: listing.createdAt,
    update_time: restockedAt(listing, now),
    sales_regions: [shop.info.region],
    has_draft: false,
    is_not_for_sale: false,
    audit: { status: 'APPROVED', pre_approved_reasons: [] },
    skus: listing.skus.map((sku) => skuView(shop, listing, sku, now)),
  };
}

/** `POST /product/202502/products/search`. Both ends of its ranges are inclusive. */
export function searchProducts(call: TiktokCall): TiktokData {
  const { query, body, shop, now } = call;
  const size = readInteger(query, 'page_size', 1, 100);
  const status = readText(body, 'status') || 'ALL';
  if (!statuses.includes(status)) throw invalidParameter('status');
  const sellerSkus = readTexts(body, 'seller_skus', 10);
  const skuIds = readTexts(body, 'sku_ids', 10);
  const createdFrom = readInstant(body, 'create_time_ge', 0);
  const createdTo = readInstant(body, 'create_time_le', Infinity);
  const updatedFrom = readInstant(body, 'update_time_ge', 0);
  const updatedTo = readInstant(body, 'update_time_le', Infinity);
  const matching = shop.listings().filter((listing) => {
    const updated = restockedAt(listing, now);
    const has = (requested: readonly string[] | undefined, own: (sku: ListingSku) => string) =>
      requested === undefined || listing.skus.some((sku) => requested.includes(own(sku)));
    return (
      listing.createdAt <= now &&
      listing.createdAt >= createdFrom &&
      listing.createdAt <= createdTo &&
      updated >= updatedFrom &&
      updated <= updatedTo &&
      (status === 'ALL' || status === statusOf(listing)) &&
      has(sellerSkus, (sku) => sku.sellerSku) &&
      has(skuIds, (sku) => itemId('TIKTOK', sku.number))
    );
  });
  if (readPageOffset(call) + size > maxOffset) throw new TiktokError(12_052_180);
  const { rows, end } = pageOf(call, matching, size);
  return {
    products: rows.map((listing) => productView(shop, listing, now)),
    ...end,
  };
}

/** `GET /product/202309/products/{product_id}`. */
export function getProduct({ id, shop, now }: TiktokCall): TiktokData {
  const listing = shop
    .listings()
    .find(({ number, createdAt }) => itemId('TIKTOK', number) === id && createdAt <= now);
  if (listing === undefined) throw new TiktokError(12_019_150);
  const view = productView(shop, listing, now);
  return {
    ...view,
    product_status: statusOf(listing),
    description: `<p>${listing.name}</p>`,
    category_chains: [
      { id: String(listing.categoryNumber), parent_id: '0', local_name: '', is_leaf: true },
    ],
    brand: { id: '7082427311584347905', name: listing.brand },
    main_images: [],
    product_attributes: [],
    package_dimensions: { length: '20', width: '15', height: '5', unit: 'CENTIMETER' },
    package_weight: { value: '0.3', unit: 'KILOGRAM' },
    is_cod_allowed: true,
    skus: listing.skus.map((sku) => ({
      ...skuView(shop, listing, sku, now),
      sales_attributes: [{ id: '100000', name: listing.property, value_name: sku.label }],
    })),
  };
}
