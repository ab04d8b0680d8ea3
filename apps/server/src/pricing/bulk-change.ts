import {
  bulkLimit,
  type ChangePricesBody,
  type PreviewPricesBody,
  type PriceAdjustment,
  type PriceOutcome,
  type PriceReport,
  type PriceRow,
} from '@seller-connect/contract';
import type { TenantTransaction } from '../platform/database/database.ts';
import { Problem, type Language } from '../platform/http/problem.ts';
import { toDecimal } from '../reporting/index.ts';
import { adjusted, outcomeOf, outcomeWords } from './adjustment.ts';
import { normaliseSku } from './price-rules.ts';
import {
  findPrices,
  listPrices,
  lockPrices,
  updatePrices,
  type StoredPrice,
} from './price-store.ts';
import { recordChanges } from './price-change-store.ts';

const tooMany = new Problem(409, 'too_many', {
  vi: `Mỗi lần chỉ đổi được tối đa ${bulkLimit} giá. Hãy lọc danh sách hẹp hơn.`,
  en: `At most ${bulkLimit} prices can be changed at once. Please narrow the list down.`,
});
const nothingChosen = new Problem(400, 'validation', {
  vi: 'Hãy chọn các sản phẩm, hoặc tất cả theo bộ lọc.',
  en: 'Choose products, or all that match the filter.',
});

/** What a change would do to the chosen prices, or to all that match. @throws Problem 409 beyond the limit. */
export async function previewBulk(
  tx: TenantTransaction,
  body: PreviewPricesBody,
  language: Language,
): Promise<PriceReport> {
  if ((body.skus === undefined) === (body.filter === undefined)) throw nothingChosen;
  if (body.filter) {
    const part = { limit: bulkLimit + 1, offset: 0 };
    const { items } = await listPrices(tx, body.filter, [], part);
    if (items.length > bulkLimit) throw tooMany;
    return reportOf(items.map((price) => rowOf(price, body.adjustment, language)));
  }
  const skus = [...new Set((body.skus ?? []).map(normaliseSku))];
  const found = new Map((await findPrices(tx, skus)).map((price) => [price.sku, price]));
  return reportOf(
    skus.map((sku) => {
      const price = found.get(sku);
      return price ? rowOf(price, body.adjustment, language) : missing(sku, 0, language);
    }),
  );
}

/** Changes what may be changed and says of the rest why not. */
export async function changeBulk(
  tx: TenantTransaction,
  body: ChangePricesBody,
  by: { author: { accountId: string; name: string }; at: Date; today: string; language: Language },
): Promise<PriceReport> {
  const wanted = new Map(body.items.map(({ sku, version }) => [normaliseSku(sku), version]));
  const found = new Map(
    (await lockPrices(tx, [...wanted.keys()])).map((price) => [price.sku, price]),
  );
  const changes: { before: StoredPrice; after: StoredPrice; version: number }[] = [];
  const rows = [...wanted].map(([sku, version]): PriceRow => {
    const price = found.get(sku);
    if (!price) return missing(sku, version, by.language);
    if (price.version !== version) {
      return { ...rowOf(price, body.adjustment, by.language, 'changed_meanwhile'), after: null };
    }
    const row = rowOf(price, body.adjustment, by.language);
    if (row.outcome !== 'changed') return row;
    const listE4 = adjusted(price.listE4, body.adjustment);
    changes.push({ before: price, after: { ...price, listE4 }, version: version + 1 });
    return { ...row, version: version + 1 };
  });
  if (changes.length > 0) {
    const after = changes.map((change) => change.after);
    await updatePrices(tx, after, by);
    await recordChanges(tx, changes, by.author, by.at);
  }
  return reportOf(rows);
}

function rowOf(
  price: StoredPrice,
  adjustment: PriceAdjustment,
  language: Language,
  known?: PriceOutcome,
): PriceRow {
  const after = adjusted(price.listE4, adjustment);
  const outcome = known ?? outcomeOf(price, after);
  return {
    sku: price.sku,
    name: price.name,
    before: toDecimal(price.listE4),
    after: toDecimal(after),
    version: price.version,
    outcome,
    message: outcomeWords[outcome][language],
  };
}

function missing(sku: string, version: number, language: Language): PriceRow {
  const message = outcomeWords.not_found[language];
  return { sku, name: null, before: null, after: null, version, outcome: 'not_found', message };
}

function reportOf(items: PriceRow[]): PriceReport {
  const changed = items.filter((row) => row.outcome === 'changed').length;
  return { items, total: items.length, changed };
}
