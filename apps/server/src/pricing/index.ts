import type { Price } from '@seller-connect/contract';
import type { Catalogue } from '../catalogue/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import { authorOf, pageOfQuery, type Http } from '../platform/http/http.ts';
import { Problem } from '../platform/http/problem.ts';
import { problemOfFields } from '../platform/problem-fields.ts';
import { localDays, toDecimal } from '../reporting/index.ts';
import { changeBulk, previewBulk } from './bulk-change.ts';
import { cheaper, demoPrices, demoTimes } from './demo-prices.ts';
import { applyPriceChange, normaliseSku, parseNewPrice } from './price-rules.ts';
import {
  countBrands,
  findPrices,
  insertPrice,
  listPrices,
  lockPrices,
  updatePrices,
  type StoredPrice,
} from './price-store.ts';
import { listChanges, recordChanges } from './price-change-store.ts';

export interface Pricing {
  routes(http: Http): void;
  /** Gives a company without prices the demo's, under these brands. Does nothing when there are any. */
  fillDemo(
    tenantId: string,
    author: { accountId: string; name: string },
    brandCodes: readonly string[],
  ): Promise<void>;
}

const noSuchPrice = new Problem(404, 'not_found', {
  vi: 'Không tìm thấy sản phẩm này trong bảng giá.',
  en: 'There is no such product in the price list.',
});

/** The price list of the company's own products, kept by staff. */
export function createPricing(options: {
  database: Database;
  catalogue: Pick<Catalogue, 'brandsByCode' | 'activeBrands'>;
  now?: () => Date;
}): Pricing {
  const { database, catalogue, now = () => new Date() } = options;

  function moment() {
    const at = now();
    return { at, today: dayInVietNam(at) };
  }

  async function withBrands(tenantId: string, stored: readonly StoredPrice[]): Promise<Price[]> {
    const codes = [...new Set(stored.map((price) => price.brandCode))];
    const brands = await catalogue.brandsByCode(tenantId, codes);
    return stored.map((price) => {
      const code = price.brandCode;
      const { name, status } = brands.get(code) ?? { name: code, status: 'Inactive' as const };
      return toPrice(price, { code, name, status });
    });
  }

  async function one(tenantId: string, stored: StoredPrice): Promise<Price> {
    const [price] = await withBrands(tenantId, [stored]);
    if (!price) throw noSuchPrice;
    return price;
  }

  /** Codes of the brands in the list, in Vietnamese order of their names. */
  async function brandOrder(tenantId: string, codes: readonly string[]): Promise<string[]> {
    const brands = await catalogue.brandsByCode(tenantId, codes);
    const nameOf = (code: string) => brands.get(code)?.name ?? code;
    return codes.toSorted((a, b) => vietnamese.compare(nameOf(a), nameOf(b)));
  }

  async function isActiveBrand(
    tenantId: string,
    code: string | undefined,
  ): Promise<(code: string) => boolean> {
    const wanted = (code ?? '').normalize('NFC').trim().toUpperCase();
    const brands = await catalogue.brandsByCode(tenantId, wanted === '' ? [] : [wanted]);
    return (each) => brands.get(each)?.status === 'Active';
  }

  async function findOne(tx: TenantTransaction, sku: string, locked = false): Promise<StoredPrice> {
    const [stored] = await (locked ? lockPrices : findPrices)(tx, [normaliseSku(sku)]);
    if (!stored) throw noSuchPrice;
    return stored;
  }

  function routes({ handle }: Http): void {
    handle('listPrices', async ({ session: { tenantId }, query }) => {
      const part = pageOfQuery(query);
      const { pageSize: limit, page } = part;
      const codes = query.sort?.endsWith('brand')
        ? [...(await database.tenant(tenantId, countBrands)).keys()]
        : [];
      const order = await brandOrder(tenantId, codes);
      const { items, total } = await database.tenant(tenantId, (tx) =>
        listPrices(tx, query, order, { limit, offset: (page - 1) * limit }),
      );
      return { items: await withBrands(tenantId, items), total, ...part };
    });

    handle('pricedBrands', async ({ session: { tenantId } }) => {
      const counts = await database.tenant(tenantId, countBrands);
      const codes = await brandOrder(tenantId, [...counts.keys()]);
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
      one(tenantId, await database.tenant(tenantId, (tx) => findOne(tx, params.sku))),
    );

    handle('createPrice', async ({ session, body, language }) => {
      const { tenantId } = session;
      const product = parseNewPrice(body, await isActiveBrand(tenantId, body.brand), language);
      const when = moment();
      const made = await database.tenant(tenantId, async (tx) => {
        const stored = await insertPrice(tx, product, when);
        const entry = { before: null, after: product, version: 1 };
        if (stored) await recordChanges(tx, [entry], authorOf(session), when.at);
        return stored;
      });
      if (made) return one(tenantId, made);
      const taken = {
        vi: `Mã ${product.sku} đã có trong bảng giá`,
        en: `The SKU ${product.sku} is in the price list already`,
      };
      throw problemOfFields({ sku: taken }, language, { status: 409, code: 'sku_taken' });
    });

    handle('updatePrice', async ({ session, params, body, language }) => {
      const { tenantId } = session;
      const isBrand = await isActiveBrand(tenantId, body.brand);
      const when = moment();
      const { saved, conflict } = await database.tenant(tenantId, async (tx) => {
        const before = await findOne(tx, params.sku, true);
        if (before.version !== body.version) return { saved: before, conflict: true };
        const after = applyPriceChange(before, body, isBrand, language);
        if (same(before, after)) return { saved: before, conflict: false };
        await updatePrices(tx, [after], when);
        const entry = { before, after, version: before.version + 1 };
        await recordChanges(tx, [entry], authorOf(session), when.at);
        return { saved: await findOne(tx, params.sku), conflict: false };
      });
      const price = await one(tenantId, saved);
      if (conflict) throw changedMeanwhile(price);
      return price;
    });

    handle('priceHistory', async ({ session, params, query }) => {
      const part = pageOfQuery(query);
      const found = await database.tenant(session.tenantId, (tx) =>
        listChanges(tx, normaliseSku(params.sku), part),
      );
      if (found.total === 0) throw noSuchPrice;
      return { ...found, ...part };
    });

    handle('previewPrices', ({ session, body, language }) =>
      database.tenant(session.tenantId, (tx) => previewBulk(tx, body, language)),
    );

    handle('changePrices', ({ session, body, language }) =>
      database.tenant(session.tenantId, (tx) =>
        changeBulk(tx, body, { author: authorOf(session), language, ...moment() }),
      ),
    );
  }

  return {
    routes,
    fillDemo: (tenantId, author, brandCodes) =>
      database.tenant(tenantId, async (tx) => {
        const { total } = await listPrices(tx, {}, [], { limit: 1, offset: 0 });
        if (total > 0) return;
        const times = demoTimes(now()).map((at) => ({ at, today: dayInVietNam(at) }));
        for (const [index, product] of demoPrices(brandCodes).entries()) {
          const when = times[index % times.length] ?? moment();
          // Every third has become dearer since it came in.
          const first = { ...product, listE4: cheaper(product) };
          const before = index % 3 === 0 ? first : product;
          await insertPrice(tx, before, when);
          await recordChanges(tx, [{ before: null, after: before, version: 1 }], author, when.at);
          if (before.listE4 === product.listE4) continue;
          const later = times[(index % times.length) + 1] ?? moment();
          await updatePrices(tx, [product], later);
          await recordChanges(tx, [{ before, after: product, version: 2 }], author, later.at);
        }
      }),
  };
}

const vietnamese = new Intl.Collator('vi');

/** The day on which a change of now takes effect. */
const dayInVietNam = localDays('Asia/Ho_Chi_Minh');

function same(
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

function changedMeanwhile(current: Price): Problem {
  return new Problem(
    409,
    'changed_meanwhile',
    {
      vi: 'Sản phẩm này vừa được người khác thay đổi. Hãy xem bản mới trước khi lưu.',
      en: 'Someone else has changed this product meanwhile. Look at the new version before you save.',
    },
    { current },
  );
}
