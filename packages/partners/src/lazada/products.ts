import type { ShopAccess, DerivationResult, ShopContext } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  Id,
  Nullable,
  OptionalText,
  readField,
  readText,
  normalizeBrand,
  variantName,
  formatTime,
  parseEpoch,
} from '../parsing/fields.ts';
import type { CanonicalProduct, RawItem } from '../canonical/canonical.ts';
import type { PartnerResponse } from '../http/call-partner.ts';
import { fetchFullPage, parseCheckpoint, pageFingerprint, PagingGuard } from '../http/paging.ts';
import type { ProductsPage } from '../connector/connector.ts';
import type { JsonElement } from '../parsing/lossless-json.ts';
import { parseAmount } from '../parsing/amounts.ts';
import { PartnerError } from '../connector/partner-error.ts';
import {
  createRawItem,
  readId,
  assertShape,
  derive,
  InvalidItemError,
  parseEpochField,
  parsePayload,
} from '../parsing/items.ts';
import { deriveListings } from '../parsing/derive-rows.ts';
import { firstOf, parsePictureUrl } from '../parsing/picture-url.ts';
import type { LazadaClient } from './protocol/client.ts';
import { regionOf, requireRegion } from './protocol/regions.ts';

const path = '/products/get';
const pageSize = 50;
const maxOffset = 10_000;
const earliestDate = Date.parse('1990-01-01T00:00:00Z');

const Listing = Compile(
  Type.Object({
    item_id: Id,
    updated_time: Type.String(),
    status: OptionalText,
    attributes: Type.Optional(Type.Unknown()),
    images: Type.Optional(Type.Unknown()),
    skus: Type.Array(
      Type.Object({
        SkuId: Id,
        SellerSku: OptionalText,
        Status: OptionalText,
        quantity: OptionalText,
        Available: OptionalText,
        price: Type.String(),
        special_price: OptionalText,
        Images: Type.Optional(Type.Unknown()),
        saleProp: Type.Optional(Type.Unknown()),
      }),
    ),
  }),
);

const ProductsData = Compile(
  Type.Object({ data: Type.Object({ total_products: Type.String({ pattern: '^\\d{1,12}$' }) }) }),
);

/**
 * Progress through the catalog by ranges of creation time. Offsets above 10,000 are rejected and the order of rows is
 * undocumented, so a range with more listings is bisected.
 */
const CheckpointShape = Type.Object({
  /** Remaining ranges with the current one first: [from, to) in epoch milliseconds. */
  stretches: Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }), { minItems: 1 }),
  offset: Type.Integer({ minimum: 0, maximum: maxOffset }),
  total: Nullable(Type.Integer()),
  /** Fingerprint of the page before this one in the same range. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of listings with their SKUs. */
export async function fetchProducts(
  client: LazadaClient,
  access: ShopAccess,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ProductsPage> {
  const { offsetMinutes } = requireRegion(access);
  let at: Checkpoint =
    cursor === null
      ? initialCheckpoint(client.environment.clock())
      : parseCheckpoint(cursor, Checkpoint, path);
  for (;;) {
    const [stretch, ...later] = at.stretches;
    if (stretch === undefined) throw new Error('A checkpoint without a stretch passed its schema');
    const parameters = {
      filter: 'all',
      create_after: formatTime(new Date(stretch.from), offsetMinutes),
      create_before: formatTime(new Date(stretch.to), offsetMinutes),
      offset: String(at.offset),
      limit: String(pageSize),
    };
    const { rows, matches } = await fetchFullPage(
      path,
      { size: pageSize, before: at.offset, totalOf: parseTotal },
      () => client.read({ path, access, parameters, signal }, ['data', 'products']),
    );
    const total = at.total ?? matches;
    if (matches > maxOffset && at.offset === 0) {
      at = { stretches: [...bisect(stretch), ...later], offset: 0, total };
      continue;
    }
    const page = deriveListings(rows.map(toRawItem), (raw) => deriveProduct(raw, access));
    const listings = page.products.length + page.rejects.length;
    const offset = at.offset + listings;
    const isRead = offset >= matches || offset > maxOffset;
    const mark = pageFingerprint(rows);
    if (!isRead) {
      new PagingGuard(path, { mark: at.mark ?? null }).assertProgress({ mark, rows: listings });
    }
    const next: Checkpoint | null = !isRead
      ? { ...at, offset, total, mark }
      : later.length > 0
        ? { stretches: later, offset: 0, total }
        : null;
    return { ...page, total, next: next && JSON.stringify(next) };
  }
}

/** The array of products may be missing for an empty catalog. */
function parseTotal({ body }: PartnerResponse): number {
  if (ProductsData.Check(body)) return Number(body.data.total_products);
  throw new PartnerError({ kind: 'protocol', code: 'products_shape', endpoint: path });
}

function initialCheckpoint(now: Date): Checkpoint {
  return {
    stretches: [{ from: earliestDate, to: now.getTime() + 86_400_000 }],
    offset: 0,
    total: null,
  };
}

function bisect(stretch: { from: number; to: number }): { from: number; to: number }[] {
  const middle = Math.floor((stretch.from + stretch.to) / 2000) * 1000;
  if (middle <= stretch.from || middle >= stretch.to) {
    throw new PartnerError({ kind: 'protocol', code: 'too_many_in_one_second', endpoint: path });
  }
  // The halves overlap by one second, because the filter may or may not include its boundary.
  return [
    { from: stretch.from, to: middle },
    { from: middle - 1000, to: stretch.to },
  ];
}

/** An invalid listing is stored as is; `deriveProduct` returns the reason. */
function toRawItem({ bytes, value: listing }: JsonElement): RawItem {
  const updatedAt = Listing.Check(listing) ? parseEpoch(listing.updated_time) : null;
  return createRawItem('product', readId(listing, 'item_id'), updatedAt, bytes);
}

/** Derives the canonical rows from a stored listing, one per SKU. */
export function deriveProduct(
  raw: RawItem,
  shop: ShopContext,
): DerivationResult<CanonicalProduct[]> {
  return derive([raw], () => {
    const listing = parsePayload(raw.payload);
    assertShape(Listing, listing, 'listing');
    const region = regionOf(shop);
    const updatedAt = parseEpochField('updated_time', listing.updated_time);
    return listing.skus.map((sku): CanonicalProduct => {
      const price = parseAmount(sku.price);
      const special = sku.special_price ? parseAmount(sku.special_price) : null;
      if (price === null || (sku.special_price && special === null)) {
        throw new InvalidItemError(`SKU ${sku.SkuId}: its price is not an amount`);
      }
      // The status of an inactive listing overrides those of its SKUs. The case varies on the wire.
      const status = isLive(listing.status) ? (sku.Status ?? listing.status) : listing.status;
      return {
        itemId: listing.item_id,
        skuId: sku.SkuId,
        sellerSku: sku.SellerSku ?? '',
        name: variantName(readText(listing.attributes, 'name') ?? '', valuesOf(sku.saleProp)),
        brand: normalizeBrand(readField(listing.attributes, 'brand')),
        status: status?.toLowerCase() ?? '',
        currency: region.currency,
        priceE4: price.amountE4,
        specialPriceE4: special && special.amountE4 > 0n ? special.amountE4 : null,
        stock: count(sku.Available ?? sku.quantity),
        // The picture of the variant, or else that of the product.
        pictureUrl: parsePictureUrl(firstOf(sku.Images), firstOf(listing.images)),
        updatedAt,
      };
    });
  });
}

function isLive(status: string | null | undefined): boolean {
  return !status || status.toLowerCase() === 'active';
}

/** Returns the values of the properties by which the SKUs of a listing differ. */
function valuesOf(properties: unknown): readonly unknown[] {
  return typeof properties === 'object' && properties !== null ? Object.values(properties) : [];
}

function count(text: string | null | undefined): number | null {
  return text && /^-?\d{1,12}$/.test(text) ? Number(text) : null;
}
