/** A marketplace that sends pushes: their content, recipients and signatures. */
import { createHmac } from 'node:crypto';
import type { Order } from '../world/orders/order.ts';
import type { CaseTransition, ReturnCase } from '../world/orders/returns.ts';
import type { Platform, ShopInfo } from '../world/shops/shops.ts';

export interface PushSource {
  readonly platform: Platform;
  /** Returns the external IDs of shops with a consent that is not revoked. */
  linkedShops(): readonly string[];
  /**
   * Returns the pushes about a changed order.
   * @param span.after epoch seconds; only later changes are new
   * @param span.now epoch seconds
   */
  aboutOrder(
    shop: ShopInfo,
    order: Order,
    span: { readonly after: number; readonly now: number },
  ): readonly object[];
  /** Returns the pushes about a step of a return, refund or cancellation. */
  aboutCase(shop: ShopInfo, one: ReturnCase, step: CaseTransition): readonly object[];
  /** Returns the push about a revoked consent, or undefined if the marketplace sends none. */
  aboutWithdrawal(shop: string, now: number): object | undefined;
  /** Simulates that the seller revokes the consent: no token of the shop works anymore. */
  withdraw(shop: string): void;
  /** Returns the `Authorization` header of a body sent to an address. */
  sign(body: string, address: string): string;
  /** Response timeout, in milliseconds. */
  readonly timeoutMs: number;
  /** Returns whether a status means that the push was accepted. */
  isTaken(status: number): boolean;
  /** Delay before each retry, in seconds. */
  readonly retrySeconds: readonly number[];
  /** Stores a push that could not be delivered, if the platform lets clients fetch those. `now` is in epoch seconds. */
  storeLost?(body: string, now: number): void;
}

/** HMAC-SHA256, in lowercase hex. */
export function hexHmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Signs the application's key and the body, as Lazada and TikTok Shop do. */
export function signatureWithAppKey(appKey: string, secret: string, body: string): string {
  return hexHmac(secret, `${appKey}${body}`);
}

/** Signs the URL registered in the console and the body, as Shopee does. */
export function signatureWithAddress(address: string, partnerKey: string, body: string): string {
  return hexHmac(partnerKey, `${address}|${body}`);
}
