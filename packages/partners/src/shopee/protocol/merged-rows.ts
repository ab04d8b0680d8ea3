import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { PartnerError } from '../../connector/partner-error.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import type { ShopeeClient, ShopeeRequest } from './client.ts';

const More = Compile(Type.Object({ response: Type.Object({ more: Type.Boolean() }) }));

/**
 * Fetches the rows of one page twice and merges them: Shopee reports no total, and a gateway under load drops rows.
 * @param list the array of the response
 * @throws PartnerError `protocol` with the code `shapeError` for a response without the array
 */
export async function fetchMergedRows(
  client: ShopeeClient,
  request: ShopeeRequest,
  { list, shapeError: code }: { list: string; shapeError: string },
): Promise<{ rows: JsonElement[]; more: boolean }> {
  const fetchOnce = async () => {
    const { elements, hasArray, body } = await client.read(request, ['response', list]);
    if (hasArray && More.Check(body)) return { elements, more: body.response.more };
    throw new PartnerError({ kind: 'protocol', code, endpoint: request.path });
  };
  const first = await fetchOnce();
  const second = await fetchOnce();
  return {
    rows: distinctElements([...first.elements, ...second.elements]),
    more: first.more || second.more,
  };
}

/**
 * Returns the mark of a page for `PagingGuard`. Pages are requested from 0, as the documentation describes them. Its
 * example starts at 1: a list that is numbered so may return its first page twice.
 * @param at the checkpoint of the page: the number of pages before it, and the fingerprint of the last of them
 */
export function markOfPage(
  mark: string | null,
  at: { pages: number; mark?: string | null | undefined },
): string | null {
  const isFirstAgain = at.pages === 1 && mark === at.mark;
  return isFirstAgain ? null : mark;
}
