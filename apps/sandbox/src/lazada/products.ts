/** `/products/get` and `/product/item/get`. */
import { dayOf, localDateTime, startOfDay } from '../local-time.ts';
import { toJsonNumber } from '../money.ts';
import type { Listing, ListingSku, Storefront } from '../world/orders/order.ts';
import { stockAt, restockedAt } from '../world/shops/stock.ts';
import type { LazadaPayload, LazadaCall } from './context.ts';
import { LazadaError, missingParameter } from './errors.ts';
import { parseId, readInstant, readInteger } from './request-parameters.ts';
import { parseJson } from '../http/json-object.ts';

const maxPerPage = 50;
const defaultPerPage = 20;
const maxOffset = 10_000;
const filters = ['all', 'live', 'inactive', 'deleted', 'pending', 'rejected', 'sold-out'];
function skuView(
  shop: Storefront,
  listing: Listing,
  sku: ListingSku,
  now: number,
): Record<string, unknown> {
  const today = dayOf(now);
  const price = shop.priceOn(sku, today);
  const onSale = price < sku.listPriceE4;
  const stock = stockAt(sku, restockedAt(listing, now));
  const day = localDateTime(startOfDay(today)).slice(0, 10);
  return {
    SkuId: sku.number,
    SellerSku: sku.sellerSku,
    ShopSku: `${sku.itemNumber}_VNAMZ-${sku.number}`,
    Status: listing.active ? 'active' : 'inactive',
    quantity: stock,
    Available: stock,
    price: toJsonNumber(sku.listPriceE4),
    special_price: onSale ? toJsonNumber(price) : 0,
    ...(onSale
      ? {
          special_from_time: `${day} 00:00`,
          special_to_time: `${day} 23:59`,
          special_from_date: day,
          special_to_date: day,
          special_time_format: 'yyyy-MM-dd HH:mm',
        }
      : {}),
    Url: `https://www.lazada.vn/products/i${sku.itemNumber}-s${sku.number}.html`,
    Images: [],
    package_width: '20.00',
    package_height: '10.00',
    package_length: '25.00',
    package_weight: '0.5',
    saleProp: { [listing.property]: sku.label },
    multiWarehouseInventories: [
      {
        warehouseCode: 'dropshipping',
        quantity: stock,
        totalQuantity: stock,
        sellableQuantity: stock,
        occupyQuantity: 0,
        withholdQuantity: 0,
      },
    ],
    fblWarehouseInventories: [],
    channelInventories: [],
  };
}

function productView(shop: Storefront, listing: Listing, now: number): Record<string, unknown> {
  return {
    item_id: listing.number,
    primary_category: listing.categoryNumber,
    created_time: String(listing.createdAt * 1000),
    updated_time: String(restockedAt(listing, now) * 1000),
    status: listing.active ? 'Active' : 'InActive',
    subStatus: null,
    hiddenStatus: null,
    hiddenReason: null,
    rejectReason: [],
    trialProduct: false,
    images: picturesOf(shop, listing),
    marketImages: [],
    attributes: {
      name: listing.name,
      brand: listing.brand,
      short_description: `<p>${listing.name}</p>`,
      description: `<p>${listing.name}</p>`,
    },
    variation: {
      variation1: {
        name: listing.property,
        label: listing.property,
        hasImage: false,
        customize: true,
        options: listing.skus.map(({ label }) => label),
      },
    },
    suspendedSkus: [],
    skus: listing.skus.map((sku) => skuView(shop, listing, sku, now)),
  };
}

function picturesOf(shop: Storefront, listing: Listing): readonly string[] {
  const picture = shop.pictureOf(listing);
  return picture === null ? [] : [picture];
}

function matchesFilter(listing: Listing, filter: string, now: number): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'live':
      return listing.active;
    case 'inactive':
      return !listing.active;
    case 'sold-out':
      return listing.skus.every((sku) => stockAt(sku, restockedAt(listing, now)) === 0);
    default:
      return false;
  }
}

function readSkus(text: string | undefined): readonly string[] | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parseJson(text);
  if (!Array.isArray(value) || value.length > 100) throw new LazadaError('70');
  return value.map(String);
}

export function listProducts({ parameters, shop, now }: LazadaCall): LazadaPayload {
  const filter = (parameters.get('filter') ?? '').toLowerCase();
  if (filter === '') throw missingParameter('filter');
  if (!filters.includes(filter)) throw new LazadaError('36', 'filter');
  const offset = readInteger(parameters, 'offset', 0, maxOffset, 0, '14');
  const limit = readInteger(parameters, 'limit', 1, maxPerPage, defaultPerPage, '19');
  const createAfter = readInstant(parameters, 'create_after') ?? -Infinity;
  const createBefore = readInstant(parameters, 'create_before') ?? Infinity;
  const updateAfter = readInstant(parameters, 'update_after') ?? -Infinity;
  const updateBefore = readInstant(parameters, 'update_before') ?? Infinity;
  const sellerSkus = readSkus(parameters.get('sku_seller_list'));
  const matching = shop.listings().filter((listing) => {
    const created = listing.createdAt * 1000;
    const updated = restockedAt(listing, now) * 1000;
    return (
      listing.createdAt <= now &&
      created >= createAfter &&
      created <= createBefore &&
      updated >= updateAfter &&
      updated <= updateBefore &&
      matchesFilter(listing, filter, now) &&
      (sellerSkus === undefined ||
        listing.skus.some(({ sellerSku }) => sellerSkus.includes(sellerSku)))
    );
  });
  const page = matching.slice(offset, offset + limit);
  return {
    data: {
      total_products: matching.length,
      products: page.map((listing) => productView(shop, listing, now)),
    },
  };
}

export function getProduct({ parameters, shop, now }: LazadaCall): LazadaPayload {
  const text = parameters.get('item_id') ?? '';
  if (text === '') throw missingParameter('item_id');
  const number = parseId(text);
  if (number === undefined) throw new LazadaError('200', text);
  const listing = shop.listings().find((candidate) => candidate.number === number);
  if (listing === undefined) throw new LazadaError('208', text);
  return { data: productView(shop, listing, now) };
}
