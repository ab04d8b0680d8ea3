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

export interface ShopeePushOptions {
  /** The console's push key; equals the application's partner key unless a separate one was created. */
  pushKey: string;
  /** The callback URL exactly as configured in the console, because it is signed. */
  callbackUrl: string;
  /**
   * Whether to accept signatures over the body alone, with the key without its `shpk` prefix, as observed in live
   * pushes.
   */
  acceptBodyOnly: boolean;
}

/** Message types that a report depends on. Source: https://open.shopee.com/developer-guide/18. */
const subjectByTopic: ReadonlyMap<string, Hint['about']> = new Map([
  ['2', 'shop'],
  ['3', 'orders'],
  ['4', 'orders'],
  ['8', 'products'],
  ['22', 'products'],
  ['29', 'returns'],
  ['30', 'orders'],
]);

/**
 * Creates the reader of Shopee's pushes, which are signed over the callback URL and the raw body. They have no event id
 * and no guaranteed order.
 */
export function createShopeePushReader(settings: ShopeePushOptions): PushReader {
  const { pushKey, callbackUrl, acceptBodyOnly } = settings;
  return {
    platform: 'SHOPEE',
    isGenuine: (body, authorization) => {
      const documented = hasValidSignature(pushKey, [callbackUrl, '|', body], authorization);
      const alone = hasValidSignature(pushKey.replace(/^shpk/, ''), [body], authorization);
      return documented || (acceptBodyOnly && alone);
    },
    read: parsePush,
  };
}

/** Parses a message; returns null for anything else. */
export function parsePush(body: Uint8Array): Push | null {
  const message = parseMembers(body);
  const topic = message && readId(message, 'code');
  if (!message || topic === null) return null;
  const kind = subjectByTopic.get(topic);
  if (kind === undefined) return { eventId: null, topic, hints: [] };
  const data = nestedMembers(message.get('data'));
  const order = readId(data, 'ordersn') ?? readId(data, 'order_sn');
  const hints = readShopIds(message, data).flatMap((externalShopId) =>
    withOrderHints({
      externalShopId,
      region: null,
      about: kind,
      ids: hasOrderIds(kind) && order !== null ? [order] : [],
      changedAt: readTime(data, 'update_time'),
    }),
  );
  return { eventId: null, topic, hints };
}

/**
 * Returns the shops of a message. The id is in the envelope; for consents it is in the data, under several names or as
 * a list.
 */
function readShopIds(
  message: ReadonlyMap<string, unknown>,
  data: ReadonlyMap<string, unknown>,
): string[] {
  const list = data.get('shop_id_list');
  const named = [message.get('shop_id'), data.get('shop_id'), data.get('shopid')];
  const all: unknown[] = Array.isArray(list) ? [...named, ...list] : named;
  const shops = all.filter((id) => typeof id === 'string' && /^\d{1,20}$/.test(id));
  return [...new Set(shops.map(String))];
}
