/** Listings of a generated shop, with their IDs and daily prices. */
import { startOfDay } from '../../local-time.ts';
import { toE4 } from '../../money.ts';
import { isCampaignDay } from '../calendar.ts';
import { catalogue, categories } from './catalogue.ts';
import type { CatalogueProduct } from './catalogue.ts';
import type { Listing, ListingSku } from '../orders/order.ts';
import { pictureFile } from '../pictures.ts';
import { draw, mix } from '../random.ts';
import type { GeneratedShop } from './shops.ts';

const drawKeys = {
  brand: 1,
  inactive: 2,
  blankSku: 3,
  spacedSku: 4,
  weight: 5,
  saleDepth: 6,
  listedOn: 7,
} as const;

/** First numbers of items and SKUs. */
const itemBase = {
  LAZADA: 2_000_000_000,
  SHOPEE: 2_000_000_000,
  TIKI: 2_000_000_000,
  TIKTOK: 591_002_000_000_000,
} as const;
/** Tiki's product numbers have stayed below 2^31. */
const skuBase = {
  LAZADA: 13_000_000_000,
  SHOPEE: 130_000_000_000,
  TIKI: 1_000_000_000,
  TIKTOK: 592_013_000_000_000,
} as const;

function sellerSku(product: CatalogueProduct, suffix: string, hash: number): string {
  // Real sellers leave the field empty, or use spaces and accents.
  if (draw(hash, drawKeys.blankSku) < 0.02) return '';
  if (draw(hash, drawKeys.spacedSku) < 0.04)
    return `${product.name.split(' ')[0] ?? ''} ${product.code} ${suffix}`;
  return `${product.code}-${suffix}`;
}

/** Draws the shop's listings, in catalog order. */
export function drawListings(
  shop: GeneratedShop,
  shopHash: number,
  openingDay: number,
): readonly Listing[] {
  return catalogue.flatMap((product, position) => {
    if (!shop.categories.includes(product.category)) return [];
    const hash = mix(shopHash, position);
    const number = itemBase[shop.platform] + shop.slot * 100_000 + position;
    // At Shopee, the only variant of an item has no number of its own.
    const isWhole = shop.platform === 'SHOPEE' && product.variants.length === 1;
    return {
      number,
      name: product.name,
      pictureFile: pictureFile(product),
      categoryNumber: 10_000_300 + categories.indexOf(product.category) * 100,
      brand: draw(hash, drawKeys.brand) < 0.5 ? 'No Brand' : shop.name,
      property: product.property,
      createdAt:
        startOfDay(openingDay - 20 + Math.floor(draw(hash, drawKeys.listedOn) * 18)) + 9 * 3600,
      active: draw(hash, drawKeys.inactive) >= 0.04,
      skus: product.variants.map((variant, index) => ({
        number: isWhole
          ? number
          : skuBase[shop.platform] + shop.slot * 1_000_000 + position * 100 + index,
        itemNumber: number,
        sellerSku: sellerSku(product, variant.suffix, mix(hash, index)),
        variation: `${product.property}:${variant.label}`,
        label: variant.label,
        listPriceE4: toE4(product.price + variant.surcharge),
      })),
    };
  });
}

/** Returns the price of a unit on a day: the list price, or a campaign price rounded down to a thousand đồng. */
export function priceOnDay(sku: ListingSku, day: number): bigint {
  if (!isCampaignDay(day)) return sku.listPriceE4;
  const percent = 78 + Math.floor(draw(mix(sku.number >>> 0, day), drawKeys.saleDepth) * 17);
  return ((sku.listPriceE4 * BigInt(percent)) / 1_000_000_000n) * 10_000_000n;
}

/** Returns the cumulative popularity of the shop's variants, ending at 1. A few variants have most of the sales. */
export function popularityWeights(listings: readonly Listing[], shopHash: number): Float64Array {
  const weights = listings.flatMap((listing) =>
    listing.skus.map((sku) => {
      const rank = draw(mix(shopHash, sku.number >>> 0), drawKeys.weight);
      return 0.03 + rank * rank * rank * rank;
    }),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const running = new Float64Array(weights.length);
  let reached = 0;
  weights.forEach((weight, position) => {
    reached += weight;
    running[position] = reached / sum;
  });
  return running;
}
