import type { ShopAccess, DerivationResult } from '../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Nullable, OptionalText, parseTime } from '../parsing/fields.ts';
import type { CanonicalProduct, RawItem } from '../canonical/canonical.ts';
import type { ProductsPage } from '../connector/connector.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { invalidCheckpoint, pageFingerprint, PagingGuard } from '../http/paging.ts';
import { PartnerError } from '../connector/partner-error.ts';
import {
  createRawItem,
  readId,
  assertShape,
  derive,
  parseAmountE4,
  parsePayload,
  required,
} from '../parsing/items.ts';
import { deriveListings } from '../parsing/derive-rows.ts';
import { parsePictureUrl } from '../parsing/picture-url.ts';
import type { TikiClient } from './client.ts';
import { pageSize, fetchListPage } from './paging.ts';
import { tikiRegion } from './seller.ts';
import { shopKey } from '../connector/shop-access.ts';

const path = '/v2/products';

const Product = Compile(
  Type.Object({
    // `product_id` in lists, `id` for a single product; the other one is 0 or missing.
    product_id: Type.Optional(Nullable(Id)),
    id: Type.Optional(Nullable(Id)),
    original_sku: OptionalText,
    name: OptionalText,
    active: Type.Optional(Type.Union([Type.String(), Type.Boolean(), Type.Null()])),
    price: Type.String(),
    market_price: OptionalText,
    thumbnail: OptionalText,
    updated_at: OptionalText,
    created_at: OptionalText,
    inventory: Type.Optional(
      Nullable(
        Type.Object({
          warehouse_stocks: Type.Optional(
            Type.Array(Type.Object({ quantity_sellable: OptionalText })),
          ),
        }),
      ),
    ),
  }),
);

/** Number of the page, and the fingerprint of the page before it. */
const checkpointPattern = /^([1-9]\d{0,8})(?: ([\w-]{22}))?$/;

/**
 * Fetches one page of products; each variant is a product. The list cannot be sorted and its date filters are known to
 * fail, so it is fetched from the first page to the last.
 */
export async function fetchProducts(
  client: TikiClient,
  access: ShopAccess,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ProductsPage> {
  const at = checkpointPattern.exec(cursor ?? '1');
  if (at === null) throw invalidCheckpoint(path);
  const page = Number(at[1]);
  const { rows, matches, isWhole } = await fetchListPage(path, page, () =>
    client.read(
      {
        path,
        accessToken: access.accessToken,
        shop: shopKey(access),
        parameters: { include: 'inventory', page: String(page), limit: String(pageSize) },
        signal,
      },
      ['data'],
    ),
  );
  // Without a sort order, missing rows would reappear elsewhere only by chance.
  if (!isWhole) {
    throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint: path });
  }
  const isRead = page * pageSize >= matches;
  const mark = pageFingerprint(rows);
  if (!isRead) {
    const paging = new PagingGuard(path, { pages: page - 1, mark: at[2] ?? null });
    paging.assertProgress({ mark, rows: rows.length });
  }
  return {
    ...deriveListings(rows.map(toRawItem), deriveProduct),
    total: matches,
    next: isRead ? null : `${page + 1} ${mark}`,
  };
}

function toRawItem({ bytes, value }: JsonElement): RawItem {
  const time = Product.Check(value) ? (value.updated_at ?? '') : '';
  const updatedAt = parseTime(time, tikiRegion.offsetMinutes);
  return createRawItem('product', productId(value), updatedAt, bytes);
}

/** Derives the canonical row from a stored product. */
export function deriveProduct(raw: RawItem): DerivationResult<CanonicalProduct[]> {
  const product = parsePayload(raw.payload);
  return derive([raw], () => {
    assertShape(Product, product, 'product');
    const id = required(productId(product), 'product: it has no id');
    const timeText = product.updated_at || product.created_at || '';
    const updatedAt = required(
      parseTime(timeText, tikiRegion.offsetMinutes),
      'updated_at is not a time',
    );
    const flags = new Set<string>();
    const price = parseAmountE4('price', product.price, flags);
    const list = parseAmountE4('market_price', product.market_price, flags);
    const isCut = list > price;
    const isOff = product.active === '0' || product.active === false;
    const row: CanonicalProduct = {
      itemId: id,
      skuId: id,
      sellerSku: product.original_sku ?? '',
      name: product.name ?? '',
      brand: null,
      status: isOff ? 'inactive' : 'active',
      currency: tikiRegion.currency,
      priceE4: isCut ? list : price,
      specialPriceE4: isCut ? price : null,
      stock: parseStock(product.inventory?.warehouse_stocks),
      pictureUrl: parsePictureUrl(product.thumbnail),
      updatedAt,
    };
    return [row];
  });
}

const productId = (product: unknown) => readId(product, 'product_id', 'id');

/** Returns the total of all warehouses; null when none has a quantity. */
function parseStock(
  stocks: readonly { quantity_sellable?: string | null }[] | undefined,
): number | null {
  let sum: number | null = null;
  for (const { quantity_sellable: text } of stocks ?? []) {
    if (text && /^-?\d{1,12}$/.test(text)) sum = (sum ?? 0) + Number(text);
  }
  return sum;
}
