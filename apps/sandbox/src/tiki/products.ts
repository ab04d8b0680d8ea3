/** `/integration/v2/products`, its newer version, and one product: every variant is one of its own. */
import { dayOf, localDateTime, startOfDay } from '../local-time.ts';
import { E4 } from '../money.ts';
import { stockOf, updatedAt } from '../world/shops/stock.ts';
import type { Listing, ListingSku, Storefront } from '../world/orders/order.ts';
import type { RestCall } from './context.ts';
import { RestError } from './errors.ts';
import { page, wholeNumber } from './request-parameters.ts';

const MOST_PER_PAGE = 50;
const USUAL_PER_PAGE = 20;

interface Product {
  readonly listing: Listing;
  readonly sku: ListingSku;
}

function productsOf({ shop, now }: RestCall): readonly Product[] {
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
  const updated = updatedAt(listing, now);
  const priceE4 = shop.priceOn(sku, dayOf(now));
  // A campaign's price is the day's: the product changes at midnight.
  const changed = priceE4 === sku.listPriceE4 ? updated : Math.max(updated, startOfDay(dayOf(now)));
  const stock = stockOf(sku, updated);
  return {
    product_id: sku.number,
    id: 0,
    sku: String(sku.number),
    original_sku: sku.sellerSku,
    name: `${listing.name} - ${sku.label}`,
    type: 'simple',
    entity_type: 'seller_simple',
    thumbnail: '',
    master_id: sku.number - 1,
    master_sku: String(sku.number - 1),
    super_id: listing.skus.length > 1 ? listing.number : 0,
    super_sku: listing.skus.length > 1 ? String(listing.number) : '',
    active: listing.active ? 1 : 0,
    is_hidden: false,
    price: Number(priceE4 / E4),
    market_price: Number(sku.listPriceE4 / E4),
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

export function listProducts(call: RestCall): Readonly<Record<string, unknown>> {
  const { query } = call;
  const current = wholeNumber(query, 'page', { low: 1, high: 1_000_000, usual: 1 });
  const asked = wholeNumber(query, 'limit', { low: 1, high: 100, usual: USUAL_PER_PAGE });
  const limit = Math.min(asked, MOST_PER_PAGE);
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
  return page(rows, { total: found.length, current, limit });
}

export function getProduct(call: RestCall): Readonly<Record<string, unknown>> {
  const product = productsOf(call).find(({ sku }) => String(sku.number) === call.id);
  if (product === undefined) throw new RestError(404, `Product ${call.id} is not found`);
  const { product_id: id, inventory, ...plain } = productView(call.shop, product, call.now);
  const withStock = (call.query.get('includes') ?? '').split(',').includes('inventory');
  return { ...plain, id, ...(withStock && { inventory }) };
}
