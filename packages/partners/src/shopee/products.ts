import type { ShopAccess, DerivationResult, ShopContext } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  Nullable,
  OptionalCurrency,
  OptionalText,
  readField,
  normalizeBrand,
  variantName,
} from '../parsing/fields.ts';
import { Id, parseInstant, type ShopeeClient } from './protocol/client.ts';
import { fetchInBatches, oversizedReject, mapConcurrently } from '../http/batches.ts';
import type { CanonicalProduct, RawItem } from '../canonical/canonical.ts';
import type { ProductsPage } from '../connector/connector.ts';
import {
  assertShape,
  derive,
  InvalidItemError,
  parseAmountE4,
  parsePayload,
  createRawItem,
  readId,
} from '../parsing/items.ts';
import { composeElement } from '../parsing/lossless-json.ts';
import { firstOf, parsePictureUrl } from '../parsing/picture-url.ts';
import { pagingStalled } from '../http/paging.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { deriveListings } from '../parsing/derive-rows.ts';
import { isUnknownOrderError } from './protocol/errors.ts';
import { regionOf } from './protocol/regions.ts';

const listPath = '/api/v2/product/get_item_list';
const basePath = '/api/v2/product/get_item_base_info';
const modelsPath = '/api/v2/product/get_model_list';
/** Maximum number of items per call for base information. */
const pageSize = 50;
/** Concurrent calls for models. */
const modelCalls = 4;
/** Fetched item statuses. Items deleted by the seller or the platform (`…_DELETE`) are not in the shop any more. */
export const listedStatuses = ['NORMAL', 'BANNED', 'UNLIST', 'REVIEWING'];

const Prices = Type.Array(
  Type.Object({
    currency: OptionalCurrency,
    original_price: Type.String(),
    current_price: OptionalText,
  }),
  { minItems: 1 },
);
const Stock = Type.Object({
  summary_info: Type.Optional(Type.Object({ total_available_stock: OptionalText })),
});

const ItemShape = Type.Object({
  item_id: Id,
  item_name: OptionalText,
  item_sku: OptionalText,
  item_status: OptionalText,
  brand: Type.Optional(Type.Unknown()),
  image: Type.Optional(Type.Unknown()),
  update_time: Type.String({ pattern: '^\\d{1,10}$' }),
  has_model: Type.Boolean(),
  price_info: Type.Optional(Prices),
  stock_info_v2: Type.Optional(Stock),
});
const ModelShape = Type.Object({
  model_id: Id,
  tier_index: Type.Optional(Type.Unknown()),
  model_sku: OptionalText,
  price_info: Prices,
  stock_info_v2: Type.Optional(Stock),
});
/** The properties by which the models of an item differ, such as its color. */
const Tiers = Compile(
  Type.Array(Type.Object({ option_list: Type.Array(Type.Object({ option: Type.String() })) })),
);
/** The index of a model’s option in each tier. */
const TierIndex = Compile(Type.Array(Type.String()));
/** Raw item of a listing: both responses about it, verbatim. */
const Listing = Compile(
  Type.Object({
    item: ItemShape,
    models: Type.Union([
      Type.Null(),
      Type.Object({
        response: Type.Object({
          model: Type.Array(ModelShape),
          tier_variation: Type.Optional(Type.Unknown()),
        }),
      }),
    ]),
  }),
);

const ListRow = Compile(Type.Object({ item_id: Id }));
const ListPage = Compile(
  Type.Object({
    response: Type.Object({
      total_count: Type.String({ pattern: '^\\d{1,9}$' }),
      has_next_page: Type.Boolean(),
      next_offset: Type.Optional(Nullable(Type.String({ pattern: '^\\d{1,10}$' }))),
    }),
  }),
);

/** Fetches one page of listings with their models. */
export async function fetchProducts(
  client: ShopeeClient,
  access: ShopAccess,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ProductsPage> {
  if (cursor !== null && !/^\d{1,10}$/.test(cursor)) {
    throw new PartnerError({ kind: 'invalid_request', code: 'bad_checkpoint', endpoint: listPath });
  }
  const { body, elements, hasArray } = await client.read(
    {
      path: listPath,
      access,
      signal,
      parameters: { offset: cursor ?? '0', page_size: String(pageSize) },
      repeated: { item_status: listedStatuses },
    },
    ['response', 'item'],
  );
  if (!ListPage.Check(body) || (!hasArray && body.response.total_count !== '0')) {
    throw new PartnerError({ kind: 'protocol', code: 'products_shape', endpoint: listPath });
  }
  const { total_count, has_next_page, next_offset } = body.response;
  if (has_next_page && !next_offset) {
    throw new PartnerError({ kind: 'protocol', code: 'cursor_missing', endpoint: listPath });
  }
  const isStuck = elements.length === 0 || Number(next_offset) <= Number(cursor ?? '0');
  if (has_next_page && isStuck) throw pagingStalled(listPath);
  const { listings, oversized } = await fetchListings(
    client,
    access,
    [...new Set(elements.flatMap(({ value }) => (ListRow.Check(value) ? value.item_id : [])))],
    signal,
  );
  const derived = deriveListings(listings, (raw) => deriveProduct(raw, access));
  const unnamed = elements.filter(({ value }) => !ListRow.Check(value));
  const rejects = [
    ...unnamed.map(({ bytes }) => ({
      raw: createRawItem('product', null, null, bytes),
      reason: 'a row of the list names no item',
    })),
    ...oversized.map((id) => {
      const { bytes } = composeElement('{"item":{"item_id":', id, '},"models":null}');
      return oversizedReject(createRawItem('product', id, null, bytes), 'item');
    }),
    ...derived.rejects,
  ];
  // The platform's own offset; beyond a certain depth it is not offset plus page size.
  const next = has_next_page ? (next_offset ?? null) : null;
  return { products: derived.products, rejects, total: Number(total_count), next };
}

async function fetchListings(
  client: ShopeeClient,
  access: ShopAccess,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ listings: RawItem[]; oversized: readonly string[] }> {
  // Unknown items were deleted after they were listed.
  const { rows: elements, oversized } = await fetchInBatches(ids, {
    size: pageSize,
    isRefused: isUnknownOrderError,
    async ask(batch, extent) {
      const parameters = { item_id_list: batch };
      const request = { path: basePath, access, signal, extent, parameters };
      const answer = await client.read(request, ['response', 'item_list']);
      if (answer.hasArray) return answer.elements;
      throw new PartnerError({ kind: 'protocol', code: 'items_shape', endpoint: basePath });
    },
  });
  // One call per item. Concurrency is low because the shop's rate limit is shared with the sync of orders.
  const listings = await mapConcurrently(elements, modelCalls, async ({ bytes, value: item }) => {
    const itemId = readId(item, 'item_id');
    const updated = readField(item, 'update_time');
    const isTime = typeof updated === 'string' && /^\d{1,10}$/.test(updated);
    const updatedAt = isTime ? parseInstant(updated) : null;
    let models: Buffer | 'null' = 'null';
    if (itemId !== null && readField(item, 'has_model') === true) {
      models = await fetchModels(client, access, itemId, signal);
    }
    const whole = composeElement('{"item":', bytes, ',"models":', models, '}');
    return createRawItem('product', itemId, updatedAt, whole.bytes);
  });
  return { listings, oversized };
}

/** Fetches the models of an item, verbatim; `null` for an item that was deleted after it was listed. */
async function fetchModels(
  client: ShopeeClient,
  access: ShopAccess,
  itemId: string,
  signal: AbortSignal | undefined,
): Promise<Buffer | 'null'> {
  try {
    const parameters = { item_id: itemId };
    return (await client.read({ path: modelsPath, access, signal, parameters })).bytes;
  } catch (error) {
    if (error instanceof PartnerError && isUnknownOrderError(error)) return 'null';
    throw error;
  }
}

/** Derives the canonical rows from a stored listing: one per model, or one for an item without models. */
export function deriveProduct(
  raw: RawItem,
  shop: ShopContext,
): DerivationResult<CanonicalProduct[]> {
  const listing = parsePayload(raw.payload);
  return derive([raw], () => {
    assertShape(Listing, listing, 'listing');
    const { item, models } = listing;
    const region = regionOf(shop);
    const rows = models?.response.model ?? [];
    if (item.has_model && rows.length === 0)
      throw new InvalidItemError('the partner gave no models');
    const row = (
      options: readonly unknown[],
      skuId: string,
      sellerSku: string,
      prices: Static<typeof Prices>,
      stock: Static<typeof Stock> | undefined,
    ): CanonicalProduct => {
      const [price] = prices;
      const original = parseAmountE4('original_price', price?.original_price, new Set());
      const current = parseAmountE4('current_price', price?.current_price, new Set());
      const left = stock?.summary_info?.total_available_stock;
      return {
        itemId: item.item_id,
        skuId,
        sellerSku,
        name: variantName(item.item_name, options),
        brand: normalizeBrand(readField(item.brand, 'original_brand_name')),
        status: (item.item_status ?? '').toLowerCase(),
        currency: price?.currency || region.currency,
        priceE4: original,
        specialPriceE4: current > 0n && current < original ? current : null,
        stock: left && /^\d{1,12}$/.test(left) ? Number(left) : null,
        pictureUrl: parsePictureUrl(firstOf(readField(item.image, 'image_url_list'))),
        updatedAt: parseInstant(item.update_time),
      };
    };
    if (!item.has_model) {
      if (!item.price_info) throw new InvalidItemError('the listing has no price');
      return [row([], item.item_id, item.item_sku ?? '', item.price_info, item.stock_info_v2)];
    }
    return rows.map((model) => {
      const options = modelOptions(models?.response.tier_variation, model.tier_index);
      return row(
        options,
        model.model_id,
        model.model_sku ?? '',
        model.price_info,
        model.stock_info_v2,
      );
    });
  });
}

/** Returns the options of a model; none if they have another shape, as only its name needs them. */
function modelOptions(tiers: unknown, index: unknown): (string | undefined)[] {
  if (!Tiers.Check(tiers) || !TierIndex.Check(index)) return [];
  return index.map((option, tier) => tiers[tier]?.option_list[Number(option)]?.option);
}
