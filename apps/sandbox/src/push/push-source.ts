/** What a marketplace that calls its sellers' applications says, to whom, and how it signs. */
import type { Order } from '../world/orders/order.ts';
import type { CaseTransition, ReturnCase } from '../world/orders/returns.ts';
import type { Platform, ShopInfo } from '../world/shops/shops.ts';

export interface PushSource {
  readonly platform: Platform;
  /** External ids of the shops whose sellers have consented and not withdrawn. */
  linkedShops(): readonly string[];
  /**
   * What is said of an order that changed, one message or several.
   * @param after epoch seconds: what happened later is news
   * @param now epoch seconds
   */
  aboutOrder(
    shop: ShopInfo,
    order: Order,
    span: { readonly after: number; readonly now: number },
  ): readonly object[];
  /** What is said of a buyer's case that goes on, one message or several. */
  aboutCase(shop: ShopInfo, one: ReturnCase, step: CaseTransition): readonly object[];
  /** What is said when a seller has withdrawn the consent; undefined where nothing is. */
  aboutWithdrawal(shop: string, now: number): object | undefined;
  /** The seller withdraws: no token of the shop works any more. */
  withdraw(shop: string): void;
  /** The `Authorization` header of a body that is sent to an address. */
  sign(body: string, address: string): string;
  /** How long an answer is waited for, milliseconds. */
  readonly patienceMs: number;
  /** Whether a status means that the message was taken. */
  isTaken(status: number): boolean;
  /** Seconds after which a message that was not taken is sent once more, one after another. */
  readonly retrySeconds: readonly number[];
  /** Keeps what could not be delivered, where the platform lets it be fetched. `now` is epoch seconds. */
  storeLost?(body: string, now: number): void;
}
