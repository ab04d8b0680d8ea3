/** Parses requests of the control API. */
import { isRegisteredCallback } from '../consent/redirect.ts';
import { dayOf, parseDay } from '../local-time.ts';
import type { PlatformName } from '../platform-dependencies.ts';
import type { Clock } from '../clock.ts';
import type { Storefront } from '../world/orders/order.ts';
import type { World } from '../world/world.ts';
import { isRecord } from '../http/json-object.ts';

/** A rejected request, with HTTP status and reason. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

export function parseRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw new ControlError(400, 'The body must be a JSON object.');
  return value;
}

/**
 * Returns a query or body field as text, or undefined if it is absent.
 *
 * @throws {ControlError} 400 if it is neither text nor a number.
 */
export function readText(source: Record<string, unknown>, name: string): string | undefined {
  const value = source[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new ControlError(400, `${name} must be one text.`);
}

/**
 * Returns the redirect address of a simulated consent.
 *
 * @throws {ControlError} 400 if it is missing or not registered for the platform's application.
 */
export function readRedirectUri(
  body: Record<string, unknown>,
  platform: PlatformName,
  registered: readonly string[],
): string {
  const redirectUri = readText(body, 'redirectUri');
  if (redirectUri === undefined) throw new ControlError(400, 'redirectUri is missing.');
  if (isRegisteredCallback(platform, redirectUri, registered)) return redirectUri;
  throw new ControlError(400, 'redirectUri is not registered for the application.');
}

const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;

/**
 * Returns the shop named by `platform` and `shop`.
 *
 * @throws {ControlError} 400 without `shop`, 404 if the platform or the shop is unknown.
 */
export function findShop(world: World, source: Record<string, unknown>): Storefront {
  const name = (readText(source, 'platform') ?? 'LAZADA').toUpperCase();
  const platform = platforms.find((known) => known === name);
  if (platform === undefined) throw new ControlError(404, `Platform "${name}" is unknown.`);
  const id = readText(source, 'shop');
  if (id === undefined) throw new ControlError(400, 'shop is missing.');
  const shop = world.shop(platform, id);
  if (shop === undefined) throw new ControlError(404, `There is no shop "${id}" on ${platform}.`);
  return shop;
}

/**
 * Parses an ISO 8601 instant into epoch seconds.
 *
 * @throws {ControlError} 400 if it is none.
 */
export function parseInstant(text: string, name: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new ControlError(400, `${name} must be an ISO 8601 instant.`);
  return Math.floor(ms / 1000);
}

/**
 * Returns the shop-local days `from` to `to`. They default to the day of the shop's first order and the current day.
 */
export function readPeriod(
  source: Record<string, unknown>,
  shop: Storefront,
  asOf: number,
): { readonly from: number; readonly to: number } {
  const read = (name: string, defaultDay: number): number => {
    const text = readText(source, name);
    if (text === undefined) return defaultDay;
    const day = parseDay(text);
    if (day === undefined) throw new ControlError(400, `${name} must be a day such as 2026-01-31.`);
    return day;
  };
  const firstOrder = shop.countAt(asOf) > 0 ? shop.createdAt(0) : asOf;
  const from = read('from', dayOf(firstOrder));
  const to = read('to', dayOf(asOf));
  if (to < from) throw new ControlError(400, 'to must not be before from.');
  if (to - from > 36_600)
    throw new ControlError(400, 'The period must not exceed a hundred years.');
  return { from, to };
}

/** Applies a change to the clock. */
export function updateClock(clock: Clock, change: Record<string, unknown>): void {
  const known = ['now', 'advanceSeconds', 'frozen'];
  const unknownField = Object.keys(change).find((name) => !known.includes(name));
  if (unknownField !== undefined)
    throw new ControlError(400, `"${unknownField}" is not a field of the clock.`);
  const { now, advanceSeconds, frozen } = change;
  if (frozen !== undefined && typeof frozen !== 'boolean') {
    throw new ControlError(400, 'frozen must be true or false.');
  }
  if (now !== undefined && (typeof now !== 'string' || Number.isNaN(Date.parse(now)))) {
    throw new ControlError(400, 'now must be an ISO 8601 instant.');
  }
  if (
    advanceSeconds !== undefined &&
    (typeof advanceSeconds !== 'number' || !Number.isFinite(advanceSeconds))
  ) {
    throw new ControlError(400, 'advanceSeconds must be a number.');
  }
  if (frozen === true) clock.freeze();
  if (typeof now === 'string') clock.set(Date.parse(now));
  if (typeof advanceSeconds === 'number') clock.advance(advanceSeconds);
  if (frozen === false) clock.resume();
}
