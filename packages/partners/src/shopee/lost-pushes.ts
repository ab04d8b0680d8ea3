import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { EventQueue } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { Push } from '../connector/push.ts';
import { rawNumber } from '../parsing/lossless-json.ts';
import type { ShopeeClient } from './protocol/client.ts';
import { parsePush } from './push.ts';

const listPath = '/api/v2/push/get_lost_push_message';
const confirmPath = '/api/v2/push/confirm_consumed_lost_push_message';
/** Lost pushes are not urgent: they are up to three days old, and syncs find the changes anyway. */
const pollIntervalMs = 60_000;

/** An unsigned 64-bit integer has up to 20 digits. */
const messageId = /^[1-9]\d{0,19}$/;

const Page = Compile(
  Type.Object({
    response: Type.Object({
      // The original message as text or as an object; the documentation shows both.
      push_message_list: Type.Array(Type.Object({ data: Type.Unknown() })),
      last_message_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
);

/**
 * Creates the queue of pushes that Shopee failed to deliver within the last three days. It belongs to the whole
 * application: there is nothing to open or subscribe, and messages that one installation confirms are lost to all
 * others.
 */
export function createLostPushQueue(client: ShopeeClient): EventQueue {
  return {
    everyMs: pollIntervalMs,
    open: async () => 'lost',
    subscribe: async () => undefined,
    async pull(_code, ackId, signal) {
      if (ackId !== null) {
        // The API expects the id as a JSON number. It may exceed the integers that JavaScript represents exactly.
        await client.read({
          path: confirmPath,
          access: null,
          body: { last_message_id: rawNumber(ackId) },
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
        ackId: list.length > 0 && last && messageId.test(last) ? last : ackId,
      };
    },
  };
}

/** Parses a lost message; returns nothing for an invalid one, since a retry would not help. */
function toPush(data: unknown): Push[] {
  const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const push = parsePush(Buffer.from(text, 'utf8'));
  if (push === null) return [];
  const eventId = `lost:${createHash('sha256').update(text).digest('hex')}`;
  return [{ ...push, eventId }];
}
