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

/**
 * Event types that a report depends on.
 * @see https://partner.tiktokshop.com/docv2/page/tts-webhooks-overview
 */
const subjectByTopic: ReadonlyMap<string, Hint['about']> = new Map([
  ['1', 'orders'],
  ['2', 'returns'],
  ['4', 'orders'],
  ['5', 'products'],
  ['6', 'shop'],
  ['11', 'orders'],
  ['12', 'returns'],
  ['15', 'products'],
  ['16', 'products'],
  ['37', 'products'],
]);

/**
 * Creates the reader of TikTok Shop's webhooks, which are signed over the application's key and the raw body and have
 * an id.
 */
export function createTikTokPushReader(application: {
  appKey: string;
  appSecret: string;
}): PushReader {
  const { appKey, appSecret } = application;
  return {
    platform: 'TIKTOK',
    isGenuine: (body, authorization) => hasValidSignature(appSecret, [appKey, body], authorization),
    read: parsePush,
  };
}

function parsePush(body: Uint8Array): Push | null {
  const message = parseMembers(body);
  const topic = message && readId(message, 'type');
  if (!message || topic === null) return null;
  // Missing in older samples.
  const eventId = readId(message, 'tts_notification_id');
  const shop = readId(message, 'shop_id');
  const kind = subjectByTopic.get(topic);
  if (kind === undefined || shop === null) return { eventId, topic, hints: [] };
  const data = nestedMembers(message.get('data'));
  const hint: Hint = {
    externalShopId: shop,
    region: null,
    about: kind,
    ids: hasOrderIds(kind) ? ordersOf(data) : [],
    changedAt: readTime(data, 'update_time'),
  };
  return { eventId, topic, hints: withOrderHints(hint) };
}

/** Returns the ids of one order, or of the orders of several packages. */
function ordersOf(data: ReadonlyMap<string, unknown>): string[] {
  const packages: unknown = data.get('package_list');
  const listed = Array.isArray(packages) ? packages : [];
  const ids = listed.flatMap((entry): unknown[] => {
    const orders = nestedMembers(entry).get('order_id_list');
    return Array.isArray(orders) ? orders : [];
  });
  const own = readId(data, 'order_id');
  const all = own === null ? ids : [own, ...ids];
  return [...new Set(all.filter((id) => typeof id === 'string').map(String))].filter((id) =>
    /^\d{1,30}$/.test(id),
  );
}
