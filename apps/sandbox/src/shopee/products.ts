/** `get_item_list`, `get_item_base_info` and `get_model_list`. */
import { dayOf } from '../local-time.ts';
import { toJsonNumber } from '../money.ts';
import type { Listing, ListingSku, Storefront } from '../world/orders/order.ts';
import { stockAt, restockedAt } from '../world/shops/stock.ts';
import type { ShopeeCall, ShopeePayload } from './context.ts';
import { ShopeeError } from './errors.ts';
import {
  maxUint32,
  readList,
  readRepeated,
  requireEntries,
  readInteger,
} from './request-parameters.ts';

const itemStatuses = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING', 'SELLER_DELETE', 'SHOPEE_DELETE'];

function statusOf(listing: Listing): string {
  return listing.active ? 'NORMAL' : 'UNLIST';
}

function hasModel(listing: Listing): boolean {
  return listing.skus.some(({ number }) => number !== listing.number);
}

export function listItems({ query, shop, now }: ShopeeCall): ShopeePayload {
  const statuses = requireEntries(
    readRepeated(query, 'item_status'),
    'item_status',
    itemStatuses.length,
  );
  if (statuses.some((status) => !itemStatuses.includes(status))) {
    throw new ShopeeError('error_param_item_status', 'Item status error.');
  }
  const offset = readInteger(query, 'offset', 0, maxUint32);
  const size = readInteger(query, 'page_size', 1, 100);
  const from = readInteger(query, 'update_time_from', 0, maxUint32, 0);
  const to = readInteger(query, 'update_time_to', 0, maxUint32, maxUint32);
  const matching = shop.listings().filter((listing) => {
    const updated = restockedAt(listing, now);
    return (
      listing.createdAt <= now &&
      updated >= from &&
      updated <= to &&
      statuses.includes(statusOf(listing))
    );
  });
  const page = matching.slice(offset, offset + size);
  const more = offset + page.length < matching.length;
  return {
    response: {
      item: page.map((listing) => ({
        item_id: listing.number,
        item_status: statusOf(listing),
        update_time: restockedAt(listing, now),
        tag: { kit: false },
      })),
      total_count: matching.length,
      has_next_page: more,
      next_offset: more ? offset + page.length : 0,
    },
  };
}

function priceInfo(shop: Storefront, sku: ListingSku, now: number) {
  const price = toJsonNumber(shop.priceOn(sku, dayOf(now)));
  const original = toJsonNumber(sku.listPriceE4);
  return [
    {
      currency: shop.info.currency,
      original_price: original,
      current_price: price,
      inflated_price_of_original_price: original,
      inflated_price_of_current_price: price,
    },
  ];
}

function stockInfo(listing: Listing, skus: readonly ListingSku[], now: number) {
  const stock = skus.reduce((sum, sku) => sum + stockAt(sku, restockedAt(listing, now)), 0);
  return {
    summary_info: { total_reserved_stock: 0, total_available_stock: stock },
    seller_stock: [{ location_id: 'VNZ', stock, if_saleable: true }],
    shopee_stock: [],
    advance_stock: { sellable_advance_stock: 0, in_transit_advance_stock: 0 },
  };
}

function itemView(shop: Storefront, listing: Listing, now: number): Record<string, unknown> {
  const [only] = listing.skus;
  const withModels = hasModel(listing);
  return {
    item_id: listing.number,
    category_id: listing.categoryNumber,
    item_name: listing.name,
    item_sku: withModels ? '' : (only?.sellerSku ?? ''),
    description: listing.name,
    description_type: 'normal',
    item_status: statusOf(listing),
    condition: 'NEW',
    create_time: listing.createdAt,
    update_time: restockedAt(listing, now),
    has_model: withModels,
    ...(!withModels && only && { price_info: priceInfo(shop, only, now) }),
    stock_info_v2: stockInfo(listing, listing.skus, now),
    image: {
      image_url_list: picturesOf(shop, listing),
      image_id_list: listing.skus.length > 0 ? [String(listing.number)] : [],
      image_ratio: '1:1',
    },
    weight: '0.3',
    dimension: { package_length: 20, package_width: 15, package_height: 5 },
    brand: { brand_id: 0, original_brand_name: listing.brand },
    pre_order: { is_pre_order: false, days_to_ship: 2 },
    has_promotion: false,
    deboost: 'false',
    item_dangerous: 0,
    is_fulfillment_by_shopee: false,
    tag: { kit: false },
  };
}

function picturesOf(shop: Storefront, listing: Listing): readonly string[] {
  const picture = shop.pictureOf(listing);
  return picture === null ? [] : [picture];
}

function findListing({ shop, now }: ShopeeCall, id: string): Listing | undefined {
  return shop.listings().find(({ number, createdAt }) => String(number) === id && createdAt <= now);
}

export function itemDetails(call: ShopeeCall): ShopeePayload {
  const ids = requireEntries(readList(call.query, 'item_id_list'), 'item_id_list', 50);
  const found = ids.map((id) => findListing(call, id)).filter((listing) => listing !== undefined);
  if (found.length === 0) throw new ShopeeError('error_item_not_found');
  return {
    response: { item_list: found.map((listing) => itemView(call.shop, listing, call.now)) },
  };
}

export function listModels(call: ShopeeCall): ShopeePayload {
  const { query, shop, now } = call;
  const listing = findListing(call, query.get('item_id') ?? '');
  if (listing === undefined) throw new ShopeeError('error_item_not_found');
  if (!hasModel(listing)) return { response: { tier_variation: [], model: [] } };
  return {
    response: {
      tier_variation: [
        {
          name: listing.property,
          option_list: listing.skus.map(({ label }) => ({ option: label })),
        },
      ],
      model: listing.skus.map((sku, index) => ({
        model_id: sku.number,
        model_sku: sku.sellerSku,
        model_status: 'MODEL_NORMAL',
        tier_index: [index],
        promotion_id: 0,
        has_promotion: false,
        price_info: priceInfo(shop, sku, now),
        stock_info_v2: stockInfo(listing, [sku], now),
        weight: '0.3',
      })),
    },
  };
}
