import type { Brand } from '@seller-connect/contract';
import type { Database } from '../platform/database/database.ts';
import { toAuthor, toPageRequest, type Http } from '../platform/http/http.ts';
import { conflictProblem, Problem } from '../platform/http/problem.ts';
import { invalidFieldsProblem } from '../platform/problem-fields.ts';
import { applyBrandChange, normalizeCode, parseNewBrand } from './brand-rules.ts';
import {
  listActiveBrands,
  findBrand,
  findBrands,
  insertBrand,
  listBrandChanges,
  listBrands,
  lockBrand,
  updateBrand,
  type Author,
} from './brand-store.ts';

/** A brand and when it changed. */
export interface DatedBrand {
  code: string;
  name: string;
  addedAt: Date;
  /** Null for an active brand. */
  deactivatedAt: Date | null;
}

export interface Catalogue {
  routes(http: Http): void;
  /** Returns the company's brands with these codes. Unknown codes are omitted. */
  brandsByCode(tenantId: string, codes: readonly string[]): Promise<Map<string, Brand>>;
  /** Returns all active brands in the Vietnamese order of their names. */
  activeBrands(tenantId: string): Promise<Brand[]>;
  /** Adds brands to a company without brands. */
  addBrands(tenantId: string, author: Author, brands: readonly DatedBrand[]): Promise<void>;
}

const brandNotFoundProblem = new Problem(404, 'not_found', {
  vi: 'Không tìm thấy thương hiệu này.',
  en: 'Brand not found.',
});

/** Creates the catalogue of brands, maintained by staff of the operating company. */
export function createCatalogue({ database }: { database: Database }): Catalogue {
  return {
    routes({ handle }) {
      handle('listBrands', async ({ session, query }) => {
        const pageRequest = toPageRequest(query);
        const found = await database.tenant(session.tenantId, (tx) =>
          listBrands(tx, query, pageRequest),
        );
        return { ...found, ...pageRequest };
      });

      handle('createBrand', async ({ session, body, language }) => {
        const brand = parseNewBrand(body, language);
        const created = await database.tenant(session.tenantId, (tx) =>
          insertBrand(tx, brand, toAuthor(session), new Date()),
        );
        if (created) return created;
        const codeTaken = {
          vi: `Mã ${brand.code} đã được dùng cho một thương hiệu khác. Hãy chọn mã khác`,
          en: `The code ${brand.code} is already used by another brand. Choose another one`,
        };
        throw invalidFieldsProblem({ code: codeTaken }, language, {
          status: 409,
          code: 'code_taken',
        });
      });

      handle('getBrand', async ({ session, params }) => {
        const brand = await database.tenant(session.tenantId, (tx) =>
          findBrand(tx, normalizeCode(params.code)),
        );
        if (!brand) throw brandNotFoundProblem;
        return brand;
      });

      handle('updateBrand', ({ session, params, body, language }) =>
        database.tenant(session.tenantId, async (tx) => {
          const before = await lockBrand(tx, normalizeCode(params.code));
          if (!before) throw brandNotFoundProblem;
          if (before.version !== body.version) {
            throw conflictProblem({ vi: 'Thương hiệu này', en: 'this brand' }, before);
          }
          const after = applyBrandChange(before, body, language);
          if (after.name === before.name && after.status === before.status) return before;
          return updateBrand(tx, before, after, toAuthor(session), new Date());
        }),
      );

      handle('brandHistory', async ({ session, params, query }) => {
        const pageRequest = toPageRequest(query);
        const found = await database.tenant(session.tenantId, (tx) =>
          listBrandChanges(tx, normalizeCode(params.code), pageRequest),
        );
        if (found.total === 0) throw brandNotFoundProblem;
        return { ...found, ...pageRequest };
      });
    },

    async brandsByCode(tenantId, codes) {
      if (codes.length === 0) return new Map();
      const found = await database.tenant(tenantId, (tx) => findBrands(tx, codes));
      return new Map(found.map((brand) => [brand.code, brand]));
    },

    activeBrands: (tenantId) => database.tenant(tenantId, listActiveBrands),

    addBrands: (tenantId, author, brands) =>
      database.tenant(tenantId, async (tx) => {
        const { total } = await listBrands(tx, {}, { page: 1, pageSize: 1 });
        if (total > 0) return;
        for (const { code, name, addedAt, deactivatedAt } of brands) {
          const brand = { code, name, status: 'Active' } as const;
          const created = await insertBrand(tx, brand, author, addedAt);
          if (created && deactivatedAt) {
            await updateBrand(tx, created, { ...brand, status: 'Inactive' }, author, deactivatedAt);
          }
        }
      }),
  };
}
