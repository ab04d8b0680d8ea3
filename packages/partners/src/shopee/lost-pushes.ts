import { hash } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText } from '../parsing/fields.ts';
import type { EventQueue } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import type { Push } from '../connector/push.ts';
import { rawNumber } from '../parsing/lossless-json.ts';
import type { ShopeeClient } from './protocol/client.ts';
import { parsePush } from './push.ts';

const listPath = '/api/v2/push/get_lost_push_message';
const confirmPath = '/api/v2/push/confirm_consumed_lost_push_message';
/** Lost pushes are not urgent: they are up to three days old, and syncs find the same changes. */
const pollIntervalMs = 60_000;

/** Message ids are unsigned 64-bit integers above 0, which have up to 20 digits. */
const messageIdPattern = /^[1-9]\d{0,19}$/;

const Page = Compile(
  Type.Object({
    response: Type.Object({
      // `data` is the original message, as a string or as an object: the documentation shows both.
      push_message_list: Type.Array(Type.Object({ data: Type.Unknown() })),
      last_message_id: OptionalText,
    }),
  }),
);

/**
 * Creates the queue of pushes that Shopee failed to deliver within the last three days. The queue belongs to the whole
 * application, so nothing has to be opened or subscribed. A message that one installation confirms is gone for all
 * others with the same application.
 * @see https://open.shopee.com/documents/v2/v2.push.get_lost_push_message
 */
export function createLostPushQueue(client: ShopeeClient): EventQueue {
  return {
    everyMs: pollIntervalMs,
    open: async () => 'lost',
    subscribe: async () => undefined,
    async pull(_code, ackId, signal) {
      if (ackId !== null) {
        // The API requires a JSON number, which may exceed `Number.MAX_SAFE_INTEGER`.
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
      const { push_message_list: messages, last_message_id: lastMessageId } = body.response;
      return {
        events: messages.flatMap(({ data }) => toPush(data)),
        ackId:
          messages.length > 0 && lastMessageId && messageIdPattern.test(lastMessageId)
            ? lastMessageId
            : ackId,
      };
    },
  };
}

/** Parses a lost message. An invalid one is dropped, because a retry would return the same. */
function toPush(data: unknown): Push[] {
  const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
  const push = parsePush(Buffer.from(text, 'utf8'));
  if (push === null) return [];
  const eventId = `lost:${hash('sha256', text, 'hex')}`;
  return [{ ...push, eventId }];
}
