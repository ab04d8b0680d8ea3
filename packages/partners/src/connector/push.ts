import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../canonical/canonical.ts';
import { parseJson } from '../parsing/lossless-json.ts';
import { parseEpoch } from '../parsing/fields.ts';

/** A partner's notice that something changed. It triggers a fetch and is never used as data. */
export interface Hint {
  externalShopId: string;
  /** ISO 3166 alpha-2, upper case; null when the partner does not report it. */
  region: string | null;
  /** `shop` includes the consent itself, which may have been withdrawn. */
  about: 'orders' | 'returns' | 'products' | 'shop';
  /** Order ids; empty when the partner does not say which entities changed. */
  ids: readonly string[];
  /** Time of the change according to the partner; data older than this does not include the change yet. */
  changedAt: Date | null;
}

/** A parsed message of a partner. */
export interface Push {
  /** The partner's event id; null when events are distinguishable only by content. */
  eventId: string | null;
  /** The partner's type of the message, such as `3` or `ORDER_STATUS_UPDATED`. */
  topic: string;
  /** Empty for types that no report depends on. */
  hints: readonly Hint[];
}

/** Verifies and parses a partner's pushes. Pure: a delivery is its body and `Authorization` header. */
export interface PushReader {
  readonly platform: Platform;
  /** Returns whether the partner signed this body. Compares in constant time. */
  isGenuine(body: Uint8Array, authorization: string): boolean;
  /** Parses a push; returns null for anything else. */
  read(body: Uint8Array): Push | null;
}

/**
 * Returns whether `signature` is the lower-case hex HMAC-SHA256 of the concatenated parts. Compares in constant time.
 */
export function hasValidSignature(
  key: string,
  parts: readonly (string | Uint8Array)[],
  signature: string,
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  const expected = Buffer.from(hmac.digest('hex'), 'ascii');
  const actual = Buffer.from(signature, 'utf8');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Parses a JSON object, with numbers as text; returns null for anything else. */
export function parseMembers(body: Uint8Array): ReadonlyMap<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return toMembers(parseJson(text));
  } catch {
    return null;
  }
}

/** Returns the members of a nested object; empty for any other value. */
export function nestedMembers(value: unknown): ReadonlyMap<string, unknown> {
  return toMembers(value) ?? new Map();
}

function toMembers(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map<string, unknown>(Object.entries(value));
}

/** Returns an id (digits, or letters too in Shopee's order numbers), or null for anything else. */
export function readId(members: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = members.get(name);
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value) ? value : null;
}

/** Returns whether messages of this kind contain order ids. */
export function hasOrderIds(about: Hint['about']): boolean {
  return about === 'orders' || about === 'returns';
}

/**
 * Adds a hint for the orders to a hint for returns, since a return changes its order. Not with the time of the change,
 * which not every step of a return gives to the order.
 */
export function withOrderHints(hint: Hint): readonly Hint[] {
  return hint.about === 'returns'
    ? [
        { ...hint, about: 'orders', changedAt: null },
        { ...hint, ids: [] },
      ]
    : [hint];
}

/** Parses a time in epoch seconds or milliseconds. */
export function readTime(members: ReadonlyMap<string, unknown>, name: string): Date | null {
  const value = members.get(name);
  return typeof value === 'string' ? parseEpoch(value) : null;
}
