/** Pushes that could not be delivered. Clients can fetch them for three days, oldest first, until they confirm them. */
import type { ShopeePayload } from './context.ts';
import { ShopeeError } from './errors.ts';

const RETENTION_SECONDS = 3 * 86_400;
const MAX_ROWS = 100;

interface LostPush {
  readonly id: number;
  readonly body: string;
  /** Epoch seconds. */
  readonly at: number;
}

export class LostPushes {
  #ids = 0;
  #lost: readonly LostPush[] = [];

  keep(body: string, now: number): void {
    this.#ids += 1;
    this.#lost = [...this.#living(now), { id: this.#ids, body, at: now }];
  }

  clear(): void {
    this.#lost = [];
  }

  #living(now: number): readonly LostPush[] {
    return this.#lost.filter(({ at }) => now - at < RETENTION_SECONDS);
  }

  /** `get_lost_push_message`. */
  list(now: number): ShopeePayload {
    this.#lost = this.#living(now);
    const page = this.#lost.slice(0, MAX_ROWS);
    return {
      push_message_list: page.map(({ body, at }, place) => {
        const message: unknown = JSON.parse(body);
        const field = (name: string): unknown => Reflect.get(Object(message), name);
        return {
          shop_id: field('shop_id') ?? 0,
          code: field('code'),
          timestamp: field('timestamp') ?? at,
          // Shopee's field table documents text, its sample shows an object. The sandbox alternates between both.
          data: place % 2 === 0 ? body : message,
        };
      }),
      has_next_page: this.#lost.length > page.length,
      last_message_id: page.at(-1)?.id ?? 0,
    };
  }

  /** `confirm_consumed_lost_push_message`: removes all pushes up to `last`. */
  confirm(last: unknown): ShopeePayload {
    if (typeof last !== 'number' || !Number.isInteger(last)) {
      throw new ShopeeError('error_param', 'last_message_id is invalid.');
    }
    this.#lost = this.#lost.filter(({ id }) => id > last);
    return {};
  }
}
