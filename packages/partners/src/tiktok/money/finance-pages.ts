import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { Nullable, OptionalText } from '../../parsing/fields.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import { PagingGuard } from '../../http/paging.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { TikTokRequest } from '../protocol/client.ts';
import type { ShopClient } from '../protocol/shops.ts';

const shortPageAttempts = 4;

const Page = Compile(
  Type.Object({
    // Not present in every list.
    total_count: Type.Optional(Nullable(Type.String({ pattern: '^\\d{1,12}$' }))),
    next_page_token: OptionalText,
  }),
);

interface FinancePage {
  /** Verbatim. */
  rows: JsonElement[];
  token: string | null;
  /** Number of rows in the whole list; null when the platform does not report it. */
  total: number | null;
}

/**
 * Fetches the distinct rows of a page. A page with missing rows is requested again and never accepted, since money
 * would be missing.
 * @throws PartnerError `unavailable` with code `rows_missing` when the page stays short
 */
export async function fetchFinancePage(
  client: ShopClient,
  access: ShopAccess,
  request: Omit<TikTokRequest, 'access' | 'shop'>,
  of: { name: string; size: number; token: string | null; read: number },
): Promise<FinancePage> {
  const endpoint = request.endpoint ?? request.path;
  const parameters = {
    ...request.parameters,
    ...(of.token !== null && { page_token: of.token }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const { data, elements, hasArray } = await client.read(
      access,
      { ...request, parameters },
      of.name,
    );
    if (!Page.Check(data) || (!hasArray && Number(data.total_count ?? 0) > 0)) {
      throw new PartnerError({ kind: 'protocol', code: `${of.name}_shape`, endpoint });
    }
    const rows = distinctElements(elements);
    const token = data.next_page_token || null;
    const remaining = data.total_count ? Number(data.total_count) - of.read : null;
    // Without a count, a page is recognized as short only if another one follows.
    const expected =
      remaining !== null ? Math.min(of.size, remaining) : token === null ? 0 : of.size;
    if (rows.length >= expected) {
      const isRead = token === null || (remaining !== null && rows.length >= remaining);
      if (!isRead) {
        const pages = Math.floor(of.read / of.size);
        new PagingGuard(endpoint, { pages, mark: of.token }).assertProgress({
          mark: token,
          rows: rows.length,
        });
      }
      const total = remaining === null ? null : remaining + of.read;
      return { rows, token: isRead ? null : token, total };
    }
    if (attempt === shortPageAttempts) {
      throw new PartnerError({ kind: 'unavailable', code: 'rows_missing', endpoint });
    }
  }
}
