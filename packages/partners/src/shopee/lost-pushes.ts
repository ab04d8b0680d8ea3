import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { EventQueue } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { Push } from '../connector/push.ts';
import type { ShopeeClient } from './protocol/client.ts';
import { parsePush } from './push.ts';

const listPath = '/api/v2/push/get_lost_push_message';
const confirmPath = '/api/v2/push/confirm_consumed_lost_push_message';
/** What was lost is days old at most, and changes are read anyway. */
const pollIntervalMs = 60_000;

const Page = Compile(
  Type.Object({
    response: Type.Object({
      // The original message, as a text or as an object: both are printed.
      push_message_list: Type.Array(Type.Object({ data: Type.Unknown() })),
      last_message_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
);

/**
 * What Shopee could not deliver in the last three days, as a queue that is asked. It is one for the whole application:
 * there is nothing to open and nobody to subscribe, and what one installation confirms comes to no other.
 */
export function createLostPushQueue(client: ShopeeClient): EventQueue {
  return {
    everyMs: pollIntervalMs,
    open: async () => 'lost',
    subscribe: async () => undefined,
    async pull(_code, ackId, signal) {
      if (ackId !== null) {
        // An id is a whole number of any length: it goes back as it came.
        await client.read({
          path: confirmPath,
          access: null,
          body: { last_message_id: Number(ackId) },
          signal,
        });
      }
      const { body } = await client.read({ path: listPath, access: null, signal });
      if (!Page.Check(body)) {
        throw new PartnerError({ kind: 'protocol', code: 'pushes_shape', endpoint: listPath });
      }
      const { push_message_list: list, last_message_id: last } = body.response;
      return {
        events: list.flatMap(({ data }) => toPush(data)),
        ackId: list.length > 0 && last && /^[1-9]\d{0,15}$/.test(last) ? last : ackId,
      };
    },
  };
}

/** Nothing for what is no message: it would never become one. */
function toPush(data: unknown): Push[] {
  const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const push = parsePush(Buffer.from(text, 'utf8'));
  if (push === null) return [];
  const eventId = `lost:${createHash('sha256').update(text).digest('hex')}`;
  return [{ ...push, eventId }];
}
