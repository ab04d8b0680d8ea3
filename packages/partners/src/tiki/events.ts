import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { EventQueue } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { readId, nestedMembers, readTime, type Hint, type Push } from '../connector/push.ts';
import type { TikiClient, TikiRequest } from './client.ts';
import { tikiRegion } from './seller.ts';
import { Nullable } from '../parsing/fields.ts';
import { shopKey } from '../connector/shop-access.ts';

/** @see https://open.tiki.vn/docs/docs/current/api-references/event-queue-api/ */
const path = '/v1/queues';

/** Subject by event type. These types are subscribed to. */
const subjectByTopic: ReadonlyMap<string, Hint['about']> = new Map([
  ['ORDER_CREATED_SUCCESSFULLY', 'orders'],
  ['ORDER_STATUS_UPDATED', 'orders'],
  ['PRODUCT_PRICE_UPDATED', 'products'],
  ['PRODUCT_INVENTORY_UPDATED', 'products'],
]);

const Queue = Compile(
  Type.Object({ code: Type.String({ pattern: '^[\\w-]{1,100}$' }), name: Type.String() }),
);
const Pull = Compile(
  Type.Object({
    events: Type.Array(Type.Unknown()),
    ack_id: Type.Optional(Nullable(Type.String())),
  }),
);
const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    expires_in: Type.String({ pattern: '^\\d{1,10}$' }),
  }),
);
/** A token is replaced this long before it expires. */
const expiryMarginMs = 60_000;

/** Creates Tiki's event queue. The application pulls events; each shop is subscribed with its seller's token. */
export function createEventQueue(client: TikiClient): EventQueue {
  let appToken: { token: string; until: number } | null = null;

  /** Returns the application's own token, which grants access to queues but not to shops. */
  async function fetchAppToken(): Promise<string> {
    const now = client.environment.clock().getTime();
    if (appToken && now < appToken.until) return appToken.token;
    const answer = await client.exchange('code', { grant_type: 'client_credentials', scope: '' });
    if (!Token.Check(answer)) {
      const details = { code: 'token_shape', endpoint: '/sc/oauth2/token' };
      throw new PartnerError({ kind: 'protocol', ...details });
    }
    const until = now + Number(answer.expires_in) * 1000 - expiryMarginMs;
    appToken = { token: answer.access_token, until };
    return appToken.token;
  }

  async function fetchWithAppToken(
    request: Omit<TikiRequest, 'accessToken' | 'shop'>,
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const accessToken = await fetchAppToken();
      try {
        return (await client.read({ ...request, accessToken, shop: null })).body;
      } catch (error) {
        const isRefused = error instanceof PartnerError && error.kind === 'unauthorized';
        if (!isRefused || attempt > 1) throw error;
        appToken = null;
      }
    }
  }

  return {
    async open(name, signal) {
      const known = parseQueues(await fetchWithAppToken({ path, signal }));
      const mine = known.find((queue) => queue.name === name);
      if (mine) return mine.code;
      const made = await fetchWithAppToken({ path, body: { name }, signal });
      if (!Queue.Check(made)) throw unexpectedShape('queue_shape');
      return made.code;
    },

    async subscribe(access, code, signal) {
      for (const event_type of subjectByTopic.keys()) {
        await client
          .read({
            path: `${path}/${code}/subscriptions`,
            body: { event_type },
            accessToken: access.accessToken,
            shop: shopKey(access),
            signal,
          })
          .catch((error: unknown) => {
            // The response to a repeated subscription is undocumented.
            if (!(error instanceof PartnerError) || error.code !== 'http_409') throw error;
          });
      }
    },

    async pull(code, ackId, signal) {
      const answer = await fetchWithAppToken({
        path: `${path}/${code}/events/pull`,
        body: { ack_id: ackId },
        signal,
      });
      if (!Pull.Check(answer)) throw unexpectedShape('events_shape');
      return { events: answer.events.flatMap(toPush), ackId: answer.ack_id ?? null };
    },
  };
}

/** Accepts a plain list or an envelope, because the shape is undocumented. */
function parseQueues(answer: unknown): { code: string; name: string }[] {
  const data: unknown = nestedMembers(answer).get('data');
  const list = Array.isArray(answer) ? answer : data;
  if (!Array.isArray(list)) throw unexpectedShape('queues_shape');
  return list.filter((queue) => Queue.Check(queue));
}

function unexpectedShape(code: string): PartnerError {
  return new PartnerError({ kind: 'protocol', code, endpoint: path });
}

/** Converts an event. One without id or shop is dropped, since the sync of changes finds its subject. */
function toPush(event: unknown): Push[] {
  const members = nestedMembers(event);
  const eventId = readId(members, 'id');
  const topic = readId(members, 'type');
  const shop = readId(members, 'sid');
  if (eventId === null || topic === null || shop === null) return [];
  const kind = subjectByTopic.get(topic);
  if (kind === undefined) return [{ eventId, topic, hints: [] }];
  const payload = nestedMembers(members.get('payload'));
  const order = readId(payload, 'order_code') ?? readId(payload, 'orderCode');
  const hint: Hint = {
    externalShopId: shop,
    region: tikiRegion.region,
    about: kind,
    ids: kind === 'orders' && order !== null ? [order] : [],
    changedAt: readTime(members, 'created_at'),
  };
  return [{ eventId, topic, hints: [hint] }];
}
