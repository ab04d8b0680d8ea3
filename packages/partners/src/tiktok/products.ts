import type { ShopAccess, DerivationResult, ShopContext } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Nullable, OptionalCurrency, OptionalText, parseEpoch } from '../parsing/fields.ts';
import type { CanonicalProduct, RawItem } from '../canonical/canonical.ts';
import { fetchFullPage, parseCheckpoint, PagingGuard } from '../http/paging.ts';
import type { ProductsPage } from '../connector/connector.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import {
  createRawItem,
  readId,
  assertShape,
  derive,
  InvalidItemError,
  parseAmountE4,
  parseEpochField,
  parsePayload,
} from '../parsing/items.ts';
import { deriveListings } from '../parsing/derive-rows.ts';
import { regionOf } from './protocol/regions.ts';
import { parsePageEnd, type SearchResponse } from './protocol/search-request.ts';
import type { ShopClient } from './protocol/shops.ts';

const path = '/product/202502/products/search';
const pageSize = 100;
/** The platform rejects deeper paging (12052180), so a larger catalog is bisected by creation time. */
const maxPageableListings = 10_000;

const Listing = Compile(
  Type.Object({
    id: Id,
    title: OptionalText,
    status: OptionalText,
    update_time: Type.String({ pattern: '^\\d{1,13}$' }),
    skus: Type.Array(
      Type.Object({
        id: Id,
        seller_sku: OptionalText,
        price: Type.Object({
          currency: OptionalCurrency,
          tax_exclusive_price: OptionalText,
          sale_price: OptionalText,
        }),
        inventory: Type.Optional(
          Type.Union([Type.Null(), Type.Array(Type.Object({ quantity: OptionalText }))]),
        ),
        status_info: Type.Optional(
          Type.Union([Type.Null(), Type.Object({ status: OptionalText })]),
        ),
      }),
    ),
  }),
);

const CheckpointShape = Type.Object({
  /** Remaining ranges of creation time with the current one first; epoch seconds, both ends inclusive. */
  stretches: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }), { minItems: 1 }),
  token: Nullable(Type.String()),
  /** Listings of the range before this page. */
  read: Type.Integer({ minimum: 0 }),
  total: Nullable(Type.Integer()),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of listings with their variants. */
export async function fetchProducts(
  client: ShopClient,
  access: ShopAccess,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ProductsPage> {
  let at =
    cursor === null
      ? initialCheckpoint(client.client.environment.clock())
      : parseCheckpoint(cursor, Checkpoint, path);
  for (;;) {
    const [stretch, ...later] = at.stretches;
    if (stretch === undefined) throw new Error('A checkpoint without a stretch passed its schema');
    const { rows, matches, answer } = await fetchFullPage(
      path,
      { size: pageSize, before: at.read, totalOf: (page: SearchResponse) => page.matches },
      () => fetchListings(client, access, stretch, at.token, signal),
    );
    const total = at.total ?? matches;
    if (matches > maxPageableListings && at.token === null) {
      at = { stretches: [...bisect(stretch), ...later], token: null, read: 0, total };
      continue;
    }
    const page = deriveListings(rows.map(toRawItem), (raw) => deriveProduct(raw, access));
    const listings = page.products.length + page.rejects.length;
    const { token } = answer;
    const read = at.read + listings;
    const hasMore = token !== null && read < matches;
    if (hasMore) {
      const pages = Math.floor(at.read / pageSize);
      new PagingGuard(path, { pages, mark: at.token }).assertProgress({
        mark: token,
        rows: listings,
      });
    }
    const next: Checkpoint | null = hasMore
      ? { ...at, token, read, total }
      : later.length > 0
        ? { stretches: later, token: null, read: 0, total }
        : null;
    return { ...page, total, next: next && JSON.stringify(next) };
  }
}

async function fetchListings(
  client: ShopClient,
  access: ShopAccess,
  stretch: { from: number; to: number },
  token: string | null,
  signal: AbortSignal | undefined,
): Promise<SearchResponse> {
  const answer = await client.read(
    access,
    {
      path,
      parameters: { page_size: String(pageSize), ...(token !== null && { page_token: token }) },
      body: { status: 'ALL', create_time_ge: stretch.from, create_time_le: stretch.to },
      signal,
    },
    'products',
  );
  const end = parsePageEnd(answer, token === null);
  if (end === null) {
    throw new PartnerError({ kind: 'protocol', code: 'products_shape', endpoint: path });
  }
  return { elements: answer.elements, ...end };
}

function initialCheckpoint(now: Date): Checkpoint {
  const end = Math.ceil(now.getTime() / 1000) + 86_400;
  return { stretches: [{ from: 0, to: end }], token: null, read: 0, total: null };
}

function bisect(stretch: { from: number; to: number }): { from: number; to: number }[] {
  const middle = Math.floor((stretch.from + stretch.to) / 2);
  if (middle >= stretch.to) {
    throw new PartnerError({ kind: 'protocol', code: 'too_many_in_one_second', endpoint: path });
  }
  return [
    { from: stretch.from, to: middle },
    { from: middle + 1, to: stretch.to },
  ];
}

function toRawItem({ bytes, value: listing }: JsonElement): RawItem {
  const updatedAt = Listing.Check(listing) ? parseEpoch(listing.update_time) : null;
  return createRawItem('product', readId(listing, 'id'), updatedAt, bytes);
}

/** Derives the canonical rows from a stored listing, one per variant. */
export function deriveProduct(
  raw: RawItem,
  shop: ShopContext,
): DerivationResult<CanonicalProduct[]> {
  return derive([raw], () => {
    const listing = parsePayload(raw.payload);
    assertShape(Listing, listing, 'listing');
    const region = regionOf(shop);
    const updatedAt = parseEpochField('update_time', listing.update_time);
    return listing.skus.map((sku): CanonicalProduct => {
      const { currency, tax_exclusive_price: local, sale_price: global } = sku.price;
      // Local sellers have the former, global sellers the latter.
      const price = local || global;
      if (!price) throw new InvalidItemError(`SKU ${sku.id}: it has no price`);
      const own = sku.status_info?.status ?? '';
      const isLive = (listing.status ?? '') === 'ACTIVATE';
      const hasOwnStatus = own !== '' && own !== 'NORMAL';
      return {
        itemId: listing.id,
        skuId: sku.id,
        sellerSku: sku.seller_sku ?? '',
        name: listing.title ?? '',
        // Only the detail of a single product contains it, which would take a call per product.
        brand: null,
        // A variant that is not normal overrides an active listing.
        status: (isLive && hasOwnStatus ? own : (listing.status ?? '')).toLowerCase(),
        currency: currency || region.currency,
        priceE4: parseAmountE4('price', price, new Set()),
        specialPriceE4: null,
        stock: totalStock(sku.inventory ?? null),
        // The search of products returns no pictures.
        pictureUrl: null,
        updatedAt,
      };
    });
  });
}

/** Returns the total of all warehouses; null when one of them has no quantity. */
function totalStock(
  warehouses: readonly { quantity?: string | null | undefined }[] | null,
): number | null {
  if (warehouses === null || warehouses.length === 0) return null;
  let sum = 0;
  for (const { quantity } of warehouses) {
    if (!quantity || !/^\d{1,12}$/.test(quantity)) return null;
    sum += Number(quantity);
  }
  return sum;
}
