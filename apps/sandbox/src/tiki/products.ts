/** `/integration/v2/products`, its newer version, and the single product. Every variant is a product of its own. */
import { dayOf, localDateTime, startOfDay } from '../local-time.ts';
import { oneE4 } from '../money.ts';
import { stockAt, restockedAt } from '../world/shops/stock.ts';
import type { Listing, ListingSku, Storefront } from '../world/orders/order.ts';
import type { TikiCall } from './context.ts';
import { TikiError } from './errors.ts';
import { paginate, readPage } from './request-parameters.ts';

interface Product {
  readonly listing: Listing;
  readonly sku: ListingSku;
}

function productsOf({ shop, now }: TikiCall): readonly Product[] {
  return shop
    .listings()
    .filter(({ createdAt }) => createdAt <= now)
    .flatMap((listing) => listing.skus.map((sku) => ({ listing, sku })));
}

function productView(
  shop: Storefront,
  { listing, sku }: Product,
  now: number,
): Record<string, unknown> {
  const updated = restockedAt(listing, now);
  const priceE4 = shop.priceOn(sku, dayOf(now));
  // Campaign prices apply per day, so the product changes at midnight.
  const changed = priceE4 === sku.listPriceE4 ? updated : Math.max(updated, startOfDay(dayOf(now)));
  const stock = stockAt(sku, updated);
  return {
    product_id: sku.number,
    id: 0,
    sku: String(sku.number),
    original_sku: sku.sellerSku,
    name: `${listing.name} - ${sku.label}`,
    type: 'simple',
    entity_type: 'seller_simple',
    thumbnail: shop.pictureOf(listing) ?? '',
    master_id: sku.number - 1,
    master_sku: String(sku.number - 1),
    super_id: listing.skus.length > 1 ? listing.number : 0,
    super_sku: listing.skus.length > 1 ? String(listing.number) : '',
    active: listing.active ? 1 : 0,
    is_hidden: false,
    price: Number(priceE4 / oneE4),
    market_price: Number(sku.listPriceE4 / oneE4),
    version: 1,
    created_at: localDateTime(listing.createdAt),
    updated_at: localDateTime(changed),
    created_by: shop.info.account.email,
    inventory: {
      fulfillment_type: 'dropship',
      inventory_type: 'backorder',
      warehouse_stocks: [
        {
          warehouse_id: Number(shop.info.externalShopId) * 10 + 1,
          quantity: stock + 2,
          quantity_available: stock + 2,
          quantity_reserved: 2,
          quantity_sellable: stock,
        },
      ],
    },
  };
}

export function listProducts(call: TikiCall): Readonly<Record<string, unknown>> {
  const { query } = call;
  const { current, limit } = readPage(query);
  const name = (query.get('name') ?? '').toLowerCase();
  const active = query.get('active');
  const found = productsOf(call).filter(
    ({ listing }) =>
      listing.name.toLowerCase().includes(name) &&
      (active === null || active === '' || listing.active === (active === '1')),
  );
  const withStock = (query.get('include') ?? '').split(',').includes('inventory');
  const rows = found.slice((current - 1) * limit, current * limit).map((product) => {
    const { inventory, ...plain } = productView(call.shop, product, call.now);
    return withStock ? { ...plain, inventory } : plain;
  });
  return paginate(rows, { total: found.length, current, limit });
}

export function getProduct(call: TikiCall): Readonly<Record<string, unknown>> {
  const product = productsOf(call).find(({ sku }) => String(sku.number) === call.id);
  if (product === undefined) throw new TikiError(404, `Product ${call.id} is not found`);
  const { product_id: id, inventory, ...plain } = productView(call.shop, product, call.now);
  const withStock = (call.query.get('includes') ?? '').split(',').includes('inventory');
  return { ...plain, id, ...(withStock && { inventory }) };
}
