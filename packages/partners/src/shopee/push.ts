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
  /** The console's key for pushes; the application's partner key unless another was made. */
  pushKey: string;
  /** The callback address to the letter as the console has it: it is signed too. */
  callbackUrl: string;
  /** Take the signature over the body alone as well, with the key without its `shpk`: seen of live pushes. */
  acceptBodyOnly: boolean;
}

/** Kinds of message that a report depends on: https://open.shopee.com/developer-guide/18. */
const subjectByTopic: ReadonlyMap<string, Hint['about']> = new Map([
  ['2', 'shop'],
  ['3', 'orders'],
  ['4', 'orders'],
  ['8', 'products'],
  ['22', 'products'],
  ['29', 'returns'],
  ['30', 'orders'],
]);

/** Shopee's pushes, signed over the callback address and the raw body. They have no event id and no order. */
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

/** What a message says; null for what is none. */
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

/** The shop stands in the envelope; in messages about consents in the data, under several names, or as a list. */
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
