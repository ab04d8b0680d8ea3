import {
  maxBulkPrices,
  type ChangePricesBody,
  type PreviewPricesBody,
  type PriceOutcome,
  type PriceChangeReport,
  type PriceChangeResult,
  type RestorePricesBody,
} from '@seller-connect/contract';
import type { TenantTransaction } from '../platform/database/database.ts';
import { Problem, type Language } from '../platform/http/problem.ts';
import { toDecimal } from '../platform/money.ts';
import { adjustPrice, adjustmentOutcome, outcomeTexts } from './adjustment.ts';
import { normalizeSku } from './price-rules.ts';
import {
  findPrices,
  listPrices,
  lockPrices,
  updatePrices,
  type StoredPrice,
} from './price-store.ts';
import { findEarlierPrices, recordChanges } from './price-change-store.ts';

const tooManyProblem = new Problem(409, 'too_many', {
  vi: `Mỗi lần chỉ đổi được tối đa ${maxBulkPrices} giá. Hãy lọc danh sách hẹp hơn.`,
  en: `You can change up to ${maxBulkPrices} prices at once. Narrow down the list.`,
});
const noSelectionProblem = new Problem(400, 'validation', {
  vi: 'Hãy chọn các sản phẩm, hoặc tất cả theo bộ lọc.',
  en: 'Select products, or all that match the filter.',
});

/**
 * Previews a change of the selected prices, or of all that match the filter.
 * @throws Problem 400 `validation` unless exactly one of `skus` and `filter` is set
 * @throws Problem 409 `too_many` if more than `maxBulkPrices` match the filter
 */
export async function previewBulk(
  tx: TenantTransaction,
  body: PreviewPricesBody,
  language: Language,
): Promise<PriceChangeReport> {
  if ((body.skus === undefined) === (body.filter === undefined)) throw noSelectionProblem;
  const preview = (price: StoredPrice) =>
    toRow(price, adjustPrice(price.listE4, body.adjustment), language);
  if (body.filter) {
    // One more than the limit shows that the filter matches too many.
    const pageRequest = { limit: maxBulkPrices + 1, offset: 0 };
    const { items } = await listPrices(tx, body.filter, [], pageRequest);
    if (items.length > maxBulkPrices) throw tooManyProblem;
    return toReport(items.map(preview));
  }
  const skus = [...new Set((body.skus ?? []).map(normalizeSku))];
  const pricesBySku = new Map((await findPrices(tx, skus)).map((price) => [price.sku, price]));
  return toReport(
    skus.map((sku) => {
      const price = pricesBySku.get(sku);
      return price ? preview(price) : missingRow(sku, 0, language);
    }),
  );
}

interface BulkContext {
  author: { accountId: string; name: string };
  at: Date;
  today: string;
  language: Language;
}

/**
 * Changes every price that has the requested version and may be changed. The report gives a reason for each of the
 * others.
 */
export function applyBulk(
  tx: TenantTransaction,
  { items, adjustment }: ChangePricesBody,
  context: BulkContext,
): Promise<PriceChangeReport> {
  return changeVersions(tx, toVersions(items), context, ({ listE4 }) =>
    adjustPrice(listE4, adjustment),
  );
}

/** Gives every price that still has the requested version the list price that it had before that version. */
export async function restoreBulk(
  tx: TenantTransaction,
  { items }: RestorePricesBody,
  context: BulkContext,
): Promise<PriceChangeReport> {
  const versions = toVersions(items);
  const earlier = await findEarlierPrices(tx, versions);
  return changeVersions(tx, versions, context, ({ sku, listE4 }) => earlier.get(sku) ?? listE4);
}

/** Returns the requested versions by SKU. */
const toVersions = (items: RestorePricesBody['items']): ReadonlyMap<string, number> =>
  new Map(items.map(({ sku, version }) => [normalizeSku(sku), version]));

async function changeVersions(
  tx: TenantTransaction,
  requestedVersions: ReadonlyMap<string, number>,
  context: BulkContext,
  nextPrice: (price: StoredPrice) => bigint,
): Promise<PriceChangeReport> {
  const pricesBySku = new Map(
    (await lockPrices(tx, [...requestedVersions.keys()])).map((price) => [price.sku, price]),
  );
  const changes: { before: StoredPrice; after: StoredPrice; version: number }[] = [];
  const rows = [...requestedVersions].map(([sku, version]): PriceChangeResult => {
    const price = pricesBySku.get(sku);
    if (!price) return missingRow(sku, version, context.language);
    const listE4 = nextPrice(price);
    if (price.version !== version) {
      return { ...toRow(price, listE4, context.language, 'changed_meanwhile'), after: null };
    }
    const row = toRow(price, listE4, context.language);
    if (row.outcome !== 'changed') return row;
    changes.push({ before: price, after: { ...price, listE4 }, version: version + 1 });
    return { ...row, version: version + 1 };
  });
  if (changes.length > 0) {
    const after = changes.map((change) => change.after);
    await updatePrices(tx, after, context);
    await recordChanges(tx, changes, context.author, context.at);
  }
  return toReport(rows);
}

/** Returns the result for one price. `fixedOutcome` takes precedence over the outcome of the new price. */
function toRow(
  price: StoredPrice,
  after: bigint,
  language: Language,
  fixedOutcome?: PriceOutcome,
): PriceChangeResult {
  const outcome = fixedOutcome ?? adjustmentOutcome(price, after);
  return {
    sku: price.sku,
    name: price.name,
    before: toDecimal(price.listE4),
    after: toDecimal(after),
    version: price.version,
    outcome,
    message: outcomeTexts[outcome][language],
  };
}

function missingRow(sku: string, version: number, language: Language): PriceChangeResult {
  const message = outcomeTexts.not_found[language];
  return { sku, name: null, before: null, after: null, version, outcome: 'not_found', message };
}

function toReport(items: PriceChangeResult[]): PriceChangeReport {
  const changed = items.filter((row) => row.outcome === 'changed').length;
  return { items, total: items.length, changed };
}
