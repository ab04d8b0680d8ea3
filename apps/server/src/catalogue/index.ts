import type { Brand } from '@seller-connect/contract';
import type { Database } from '../platform/database/database.ts';
import { authorOf, pageOfQuery, type Http } from '../platform/http/http.ts';
import { Problem } from '../platform/http/problem.ts';
import { problemOfFields } from '../platform/problem-fields.ts';
import { applyBrandChange, normaliseCode, parseNewBrand } from './brand-rules.ts';
import {
  activeBrands,
  findBrand,
  findBrands,
  insertBrand,
  listBrandChanges,
  listBrands,
  lockBrand,
  saveBrand,
} from './brand-store.ts';
import { demoBrands, demoTimes } from './demo-brands.ts';

export interface Catalogue {
  routes(http: Http): void;
  /** The company's brands of these codes; a code that nobody knows is left out. */
  brandsByCode(tenantId: string, codes: readonly string[]): Promise<Map<string, Brand>>;
  /** Every active brand, in Vietnamese order of the names. */
  activeBrands(tenantId: string): Promise<Brand[]>;
  /** Gives a company without brands the demo's. */
  fillDemo(tenantId: string, author: { accountId: string; name: string }): Promise<void>;
}

const noSuchBrand = new Problem(404, 'not_found', {
  vi: 'Không tìm thấy thương hiệu này.',
  en: 'There is no such brand.',
});

/** Brands: the catalogue that staff of the operating company keep. */
export function createCatalogue({ database }: { database: Database }): Catalogue {
  return {
    routes({ handle }) {
      handle('listBrands', async ({ session, query }) => {
        const part = pageOfQuery(query);
        const found = await database.tenant(session.tenantId, (tx) => listBrands(tx, query, part));
        return { ...found, ...part };
      });

      handle('createBrand', async ({ session, body, language }) => {
        const brand = parseNewBrand(body, language);
        const made = await database.tenant(session.tenantId, (tx) =>
          insertBrand(tx, brand, authorOf(session), new Date()),
        );
        if (made) return made;
        const taken = {
          vi: `Mã ${brand.code} đã được dùng cho một thương hiệu khác. Hãy chọn mã khác`,
          en: `The code ${brand.code} belongs to another brand already. Please choose another one`,
        };
        throw problemOfFields({ code: taken }, language, { status: 409, code: 'code_taken' });
      });

      handle('getBrand', async ({ session, params }) => {
        const brand = await database.tenant(session.tenantId, (tx) =>
          findBrand(tx, normaliseCode(params.code)),
        );
        if (!brand) throw noSuchBrand;
        return brand;
      });

      handle('updateBrand', ({ session, params, body, language }) =>
        database.tenant(session.tenantId, async (tx) => {
          const before = await lockBrand(tx, normaliseCode(params.code));
          if (!before) throw noSuchBrand;
          if (before.version !== body.version) throw changedMeanwhile(before);
          const after = applyBrandChange(before, body, language);
          if (after.name === before.name && after.status === before.status) return before;
          return saveBrand(tx, before, after, authorOf(session), new Date());
        }),
      );

      handle('brandHistory', async ({ session, params, query }) => {
        const part = pageOfQuery(query);
        const found = await database.tenant(session.tenantId, (tx) =>
          listBrandChanges(tx, normaliseCode(params.code), part),
        );
        if (found.total === 0) throw noSuchBrand;
        return { ...found, ...part };
      });
    },

    async brandsByCode(tenantId, codes) {
      if (codes.length === 0) return new Map();
      const found = await database.tenant(tenantId, (tx) => findBrands(tx, codes));
      return new Map(found.map((brand) => [brand.code, brand]));
    },

    activeBrands: (tenantId) => database.tenant(tenantId, activeBrands),

    fillDemo: (tenantId, author) =>
      database.tenant(tenantId, async (tx) => {
        const part = { page: 1, pageSize: 1 };
        const { total } = await listBrands(tx, {}, part);
        if (total > 0) return;
        for (const [index, brand] of demoBrands.entries()) {
          const { added, givenUp } = demoTimes(index, new Date());
          const made = await insertBrand(tx, { ...brand, status: 'Active' }, author, added);
          if (made && brand.status === 'Inactive') {
            await saveBrand(tx, made, brand, author, givenUp);
          }
        }
      }),
  };
}

function changedMeanwhile(current: Brand): Problem {
  return new Problem(
    409,
    'changed_meanwhile',
    {
      vi: 'Thương hiệu này vừa được người khác thay đổi. Hãy xem bản mới trước khi lưu.',
      en: 'Someone else has changed this brand meanwhile. Look at the new version before you save.',
    },
    { current },
  );
}
