import type { Price } from '@seller-connect/contract';
import type { Catalogue } from '../catalogue/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import { toAuthor, toPageRequest, type Http } from '../platform/http/http.ts';
import { conflictProblem, Problem } from '../platform/http/problem.ts';
import { invalidFieldsProblem } from '../platform/problem-fields.ts';
import { localDays } from '../platform/calendar.ts';
import { toDecimal } from '../platform/money.ts';
import { applyBulk, previewBulk, restoreBulk } from './bulk-change.ts';
import {
  applyPriceChange,
  normalizeSku,
  parseNewPrice,
  type PricedProduct,
} from './price-rules.ts';
import {
  countBrands,
  findPrices,
  insertPrice,
  listPrices,
  lockPrices,
  updatePrices,
  type StoredPrice,
} from './price-store.ts';
import { listChanges, recordChanges, type PriceChangeEntry } from './price-change-store.ts';

export { e4PerDong, type PricedProduct } from './price-rules.ts';

/** A price and when it was set. */
export interface DatedPrice {
  product: PricedProduct;
  at: Date;
}

export interface Pricing {
  routes(http: Http): void;
  /** Adds prices to a company without prices, those of one product oldest first. */
  addPrices(
    tenantId: string,
    author: { accountId: string; name: string },
    prices: readonly DatedPrice[],
  ): Promise<void>;
}

const priceNotFoundProblem = new Problem(404, 'not_found', {
  vi: 'Không tìm thấy sản phẩm này trong bảng giá.',
  en: 'We couldn’t find this product in the price list.',
});

/** Creates the price list of the company's own products, maintained by staff. */
export function createPricing(options: {
  database: Database;
  catalogue: Pick<Catalogue, 'brandsByCode' | 'activeBrands'>;
  now?: () => Date;
}): Pricing {
  const { database, catalogue, now = () => new Date() } = options;

  const effectiveTime = (at = now()) => ({ at, today: vietnamDay(at) });

  async function withBrands(tenantId: string, stored: readonly StoredPrice[]): Promise<Price[]> {
    const codes = [...new Set(stored.map((price) => price.brandCode))];
    const brands = await catalogue.brandsByCode(tenantId, codes);
    return stored.map((price) => {
      const code = price.brandCode;
      const { name, status } = brands.get(code) ?? { name: code, status: 'Inactive' as const };
      return toPrice(price, { code, name, status });
    });
  }

  async function toSinglePrice(tenantId: string, stored: StoredPrice): Promise<Price> {
    const [price] = await withBrands(tenantId, [stored]);
    if (!price) throw priceNotFoundProblem;
    return price;
  }

  /** Sorts brand codes by the Vietnamese order of the brands' names. */
  async function sortByBrandName(tenantId: string, codes: readonly string[]): Promise<string[]> {
    const brands = await catalogue.brandsByCode(tenantId, codes);
    const nameOf = (code: string) => brands.get(code)?.name ?? code;
    return codes.toSorted((a, b) => vietnameseCollator.compare(nameOf(a), nameOf(b)));
  }

  async function activeBrandCheck(
    tenantId: string,
    code: string | undefined,
  ): Promise<(code: string) => boolean> {
    const normalizedCode = (code ?? '').normalize('NFC').trim().toUpperCase();
    const brands = await catalogue.brandsByCode(
      tenantId,
      normalizedCode === '' ? [] : [normalizedCode],
    );
    return (each) => brands.get(each)?.status === 'Active';
  }

  async function findOne(tx: TenantTransaction, sku: string, locked = false): Promise<StoredPrice> {
    const [stored] = await (locked ? lockPrices : findPrices)(tx, [normalizeSku(sku)]);
    if (!stored) throw priceNotFoundProblem;
    return stored;
  }

  function routes({ handle }: Http): void {
    handle('listPrices', async ({ session: { tenantId }, query }) => {
      const pageRequest = toPageRequest(query);
      const { pageSize: limit, page } = pageRequest;
      const codes = query.sort?.endsWith('brand')
        ? [...(await database.tenant(tenantId, countBrands)).keys()]
        : [];
      const order = await sortByBrandName(tenantId, codes);
      const { items, total } = await database.tenant(tenantId, (tx) =>
        listPrices(tx, query, order, { limit, offset: (page - 1) * limit }),
      );
      return { items: await withBrands(tenantId, items), total, ...pageRequest };
    });

    handle('pricedBrands', async ({ session: { tenantId } }) => {
      const counts = await database.tenant(tenantId, countBrands);
      const codes = await sortByBrandName(tenantId, [...counts.keys()]);
      const brands = await catalogue.brandsByCode(tenantId, codes);
      const items = codes.map((code) => {
        const { name, status } = brands.get(code) ?? { name: code, status: 'Inactive' as const };
        return { code, name, status, products: counts.get(code) ?? 0 };
      });
      const choices = (await catalogue.activeBrands(tenantId)).map(({ code, name, status }) => ({
        code,
        name,
        status,
      }));
      return { items, choices, total: items.length };
    });

    handle('getPrice', async ({ session: { tenantId }, params }) =>
      toSinglePrice(tenantId, await database.tenant(tenantId, (tx) => findOne(tx, params.sku))),
    );

    handle('createPrice', async ({ session, body, language }) => {
      const { tenantId } = session;
      const product = parseNewPrice(body, await activeBrandCheck(tenantId, body.brand), language);
      const effective = effectiveTime();
      const created = await database.tenant(tenantId, async (tx) => {
        const stored = await insertPrice(tx, product, effective);
        const entry = { before: null, after: product, version: 1 };
        if (stored) await recordChanges(tx, [entry], toAuthor(session), effective.at);
        return stored;
      });
      if (created) return toSinglePrice(tenantId, created);
      const skuTaken = {
        vi: `Mã ${product.sku} đã có trong bảng giá`,
        en: `The SKU ${product.sku} is already in the price list`,
      };
      throw invalidFieldsProblem({ sku: skuTaken }, language, { status: 409, code: 'sku_taken' });
    });

    handle('updatePrice', async ({ session, params, body, language }) => {
      const { tenantId } = session;
      const isKnownBrand = await activeBrandCheck(tenantId, body.brand);
      const effective = effectiveTime();
      const { saved: storedPrice, conflict } = await database.tenant(tenantId, async (tx) => {
        const before = await findOne(tx, params.sku, true);
        if (before.version !== body.version) return { saved: before, conflict: true };
        const after = applyPriceChange(before, body, isKnownBrand, language);
        if (isSamePrice(before, after)) return { saved: before, conflict: false };
        await updatePrices(tx, [after], effective);
        const entry = { before, after, version: before.version + 1 };
        await recordChanges(tx, [entry], toAuthor(session), effective.at);
        return { saved: await findOne(tx, params.sku), conflict: false };
      });
      const price = await toSinglePrice(tenantId, storedPrice);
      if (conflict) throw conflictProblem({ vi: 'Sản phẩm này', en: 'this product' }, price);
      return price;
    });

    handle('priceHistory', async ({ session, params, query }) => {
      const pageRequest = toPageRequest(query);
      const found = await database.tenant(session.tenantId, (tx) =>
        listChanges(tx, normalizeSku(params.sku), pageRequest),
      );
      if (found.total === 0) throw priceNotFoundProblem;
      return { ...found, ...pageRequest };
    });

    handle('previewPrices', ({ session, body, language }) =>
      database.tenant(session.tenantId, (tx) => previewBulk(tx, body, language)),
    );

    handle('changePrices', ({ session, body, language }) =>
      database.tenant(session.tenantId, (tx) =>
        applyBulk(tx, body, { author: toAuthor(session), language, ...effectiveTime() }),
      ),
    );

    handle('restorePrices', ({ session, body, language }) =>
      database.tenant(session.tenantId, (tx) =>
        restoreBulk(tx, body, { author: toAuthor(session), language, ...effectiveTime() }),
      ),
    );
  }

  return {
    routes,
    addPrices: (tenantId, author, prices) =>
      database.tenant(tenantId, async (tx) => {
        const { total } = await listPrices(tx, {}, [], { limit: 1, offset: 0 });
        if (total > 0) return;
        const latest = new Map<string, PriceChangeEntry>();
        for (const { product: after, at } of prices) {
          const known = latest.get(after.sku);
          if (known) await updatePrices(tx, [after], effectiveTime(at));
          else await insertPrice(tx, after, effectiveTime(at));
          const before = known?.after ?? null;
          const entry = { before, after, version: (known?.version ?? 0) + 1 };
          await recordChanges(tx, [entry], author, at);
          latest.set(after.sku, entry);
        }
      }),
  };
}

const vietnameseCollator = new Intl.Collator('vi');

/** Returns the day on which a change takes effect. */
const vietnamDay = localDays('Asia/Ho_Chi_Minh');

function isSamePrice(
  a: StoredPrice,
  b: Omit<StoredPrice, 'currency' | 'validFrom' | 'version' | 'updatedAt'>,
) {
  return (
    a.name === b.name &&
    a.brandCode === b.brandCode &&
    a.listE4 === b.listE4 &&
    a.floorE4 === b.floorE4
  );
}

function toPrice(stored: StoredPrice, brand: Price['brand']): Price {
  return {
    sku: stored.sku,
    name: stored.name,
    brand,
    listPrice: toDecimal(stored.listE4),
    floorPrice: toDecimal(stored.floorE4),
    currency: stored.currency,
    validFrom: stored.validFrom,
    version: stored.version,
    updatedAt: stored.updatedAt.toISOString(),
  };
}
