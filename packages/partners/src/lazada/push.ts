import {
  readId,
  hasValidSignature,
  nestedMembers,
  parseMembers,
  hasOrderIds,
  readTime,
  withOrderHints,
  type Hint,
  type Push,
  type PushReader,
} from '../connector/push.ts';
import type { LazadaApplication } from './protocol/client.ts';

/** Message types that a report depends on. Source: https://open.lazada.com, "Lazada Push Mechanism". */
const subjectByTopic: ReadonlyMap<string, Hint['about']> = new Map([
  ['0', 'orders'],
  ['1', 'products'],
  ['3', 'products'],
  ['4', 'products'],
  ['5', 'products'],
  ['6', 'products'],
  ['10', 'returns'],
  ['13', 'shop'],
  ['14', 'orders'],
]);

/**
 * Creates the reader of Lazada's pushes, which are signed over the application's key and the raw body. Lazada sends one
 * push per order line, at least once. A delivery repeated after half an hour still describes the original state.
 */
export function createLazadaPushReader(
  application: Pick<LazadaApplication, 'appKey' | 'appSecret'>,
): PushReader {
  const { appKey, appSecret } = application;
  return {
    platform: 'LAZADA',
    isGenuine: (body, authorization) => hasValidSignature(appSecret, [appKey, body], authorization),
    read: parsePush,
  };
}

function parsePush(body: Uint8Array): Push | null {
  const message = parseMembers(body);
  const topic = message && readId(message, 'message_type');
  if (!message || topic === null) return null;
  const shop = readId(message, 'seller_id');
  const kind = subjectByTopic.get(topic);
  // In messages about the application's own tokens, the seller id is the text "null".
  if (kind === undefined || shop === null || !/^\d+$/.test(shop)) {
    return { eventId: null, topic, hints: [] };
  }
  const data = nestedMembers(message.get('data'));
  const order = readId(data, 'trade_order_id');
  const hint: Hint = {
    externalShopId: shop,
    region: regionOfSite(message.get('site')),
    about: kind,
    ids: hasOrderIds(kind) && order !== null ? [order] : [],
    changedAt: readTime(data, 'status_update_time'),
  };
  return { eventId: null, topic, hints: withOrderHints(hint) };
}

/** Parses the site; `lazada_vn`, `lazada-sg` and `LAZADA_SG` all occur in the documentation. */
function regionOfSite(site: unknown): string | null {
  const match = typeof site === 'string' ? /^lazada[_-]([a-z]{2})$/i.exec(site) : null;
  return match?.[1]?.toUpperCase() ?? null;
}
