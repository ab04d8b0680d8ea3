import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../canonical/canonical.ts';
import { parseJson } from '../parsing/lossless-json.ts';
import { parseEpoch } from '../parsing/times.ts';

/** Where to look: a partner said that something happened there. It is never taken for the data itself. */
export interface Hint {
  externalShopId: string;
  /** ISO 3166 alpha-2, upper case; null when the partner does not say. */
  region: string | null;
  /** `shop` also stands for the consent itself, which may have been withdrawn. */
  about: 'orders' | 'returns' | 'products' | 'shop';
  /** Ids of orders; none: something of this kind changed, and it is not said which. */
  ids: readonly string[];
  /** When the partner says that it changed: an answer that is older does not show the change yet. */
  changedAt: Date | null;
}

/** What a partner told us, once. */
export interface Push {
  /** The partner's own name of the event; null where only its content tells it from others. */
  eventId: string | null;
  /** The kind of message in the partner's words, such as `3` or `ORDER_STATUS_UPDATED`. */
  topic: string;
  /** Empty for kinds that no report depends on. */
  hints: readonly Hint[];
}

/** The receiving end of a partner that calls us. Pure: a delivery is bytes and its `Authorization` header. */
export interface PushReader {
  readonly platform: Platform;
  /** Whether the partner signed these bytes; compared in constant time. */
  isGenuine(body: Uint8Array, authorization: string): boolean;
  /** Null for what is no message at all. */
  read(body: Uint8Array): Push | null;
}

/** HMAC-SHA256 in lower-case hex over the parts one after another, compared in constant time. */
export function hasValidSignature(
  key: string,
  parts: readonly (string | Uint8Array)[],
  signature: string,
): boolean {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part);
  const expected = Buffer.from(hmac.digest('hex'), 'ascii');
  const given = Buffer.from(signature, 'utf8');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The members of a JSON object with numbers as text; null for anything else. */
export function parseMembers(body: Uint8Array): ReadonlyMap<string, unknown> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    return toMembers(parseJson(text));
  } catch {
    return null;
  }
}

/** The same of a value inside a message; empty for anything but an object. */
export function nestedMembers(value: unknown): ReadonlyMap<string, unknown> {
  return toMembers(value) ?? new Map();
}

function toMembers(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map<string, unknown>(Object.entries(value));
}

/** An id as the partners write them: digits, and letters in Shopee's order numbers. Null for anything else. */
export function readId(members: ReadonlyMap<string, unknown>, name: string): string | null {
  const value = members.get(name);
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,40}$/.test(value) ? value : null;
}

/** Whether messages of a kind name the orders that they are about. */
export function hasOrderIds(about: Hint['about']): boolean {
  return about === 'orders' || about === 'returns';
}

/** What comes back changes its order too. */
export function withOrderHints(hint: Hint): readonly Hint[] {
  return hint.about === 'returns'
    ? [
        { ...hint, about: 'orders' },
        { ...hint, ids: [] },
      ]
    : [hint];
}

/** A time in epoch seconds or milliseconds. */
export function readTime(members: ReadonlyMap<string, unknown>, name: string): Date | null {
  const value = members.get(name);
  return typeof value === 'string' ? parseEpoch(value) : null;
}
