/**
 * Pushes that could not be delivered. For three days, clients can fetch them, oldest first, until they confirm them.
 *
 * @see https://open.shopee.com/documents/v2/v2.push.get_lost_push_message
 */
import type { ShopeePayload } from './context.ts';
import { ShopeeError } from './errors.ts';

const retentionSeconds = 3 * 86_400;
/** Maximum number of pushes per response. */
const pageSize = 100;

interface LostPush {
  readonly id: number;
  readonly body: string;
  /** Epoch seconds. */
  readonly at: number;
}

export class LostPushes {
  #lastId = 0;
  #lost: readonly LostPush[] = [];

  /** Adds a push that was lost at `now`, in epoch seconds. */
  add(body: string, now: number): void {
    this.#lastId += 1;
    this.#lost = [...this.#retained(now), { id: this.#lastId, body, at: now }];
  }

  clear(): void {
    this.#lost = [];
  }

  #retained(now: number): readonly LostPush[] {
    return this.#lost.filter(({ at }) => now - at < retentionSeconds);
  }

  /** Handles `get_lost_push_message`. */
  list(now: number): ShopeePayload {
    this.#lost = this.#retained(now);
    const page = this.#lost.slice(0, pageSize);
    return {
      push_message_list: page.map(({ body, at }, index) => {
        const message: unknown = JSON.parse(body);
        const field = (name: string): unknown => Reflect.get(Object(message), name);
        return {
          shop_id: field('shop_id') ?? 0,
          code: field('code'),
          timestamp: field('timestamp') ?? at,
          // Shopee documents a string here, but its sample shows an object. The sandbox alternates between the two.
          data: index % 2 === 0 ? body : message,
        };
      }),
      has_next_page: this.#lost.length > page.length,
      last_message_id: page.at(-1)?.id ?? 0,
    };
  }

  /**
   * Handles `confirm_consumed_lost_push_message`: removes all pushes up to `lastMessageId`.
   *
   * @throws {ShopeeError} `error_param` if it is not an integer.
   */
  confirm(lastMessageId: unknown): ShopeePayload {
    if (typeof lastMessageId !== 'number' || !Number.isInteger(lastMessageId)) {
      throw new ShopeeError('error_param', 'last_message_id is invalid.');
    }
    this.#lost = this.#lost.filter(({ id }) => id > lastMessageId);
    return {};
  }
}
