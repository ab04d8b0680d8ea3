import { shortenText } from '../../platform/cut-text.ts';
import type { PostRequest, PostResponse } from '../../platform/http/hosts/public-hosts.ts';
import type { PushKeys } from './push-keys.ts';
import type { Subscription } from './subscription-store.ts';

/** What the service worker of `apps/web` shows. Contains nothing about buyers, like every notification. */
export interface PushContent {
  title: string;
  text: string;
  /** Path of the screen that the notification opens. */
  path: string;
  language: string;
  /** A later message with the same tag replaces the earlier one. */
  tag: string;
}

export interface PushMessage {
  content: PushContent;
  urgency: 'low' | 'normal' | 'high';
  /** How long the push service keeps it for a device that is switched off. */
  ttlSeconds: number;
}

/**
 * Outcome of one attempt.
 *
 * | outcome | response of the push service | effect |
 * | --- | --- | --- |
 * | `sent` | 2xx | done |
 * | `gone` | 404, 410 | the subscription is deleted |
 * | `refused` | other 4xx: another attempt changes nothing | the message is dropped, and logged |
 * | `retry` | 429, 5xx, none in time | another attempt, after `Retry-After` if there is one |
 */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'refused'; status: number }
  | { kind: 'retry'; retryAfterMs: number | null; reason: string };

export interface PushTransport {
  /** Returns whether a browser may name this URL as its push service. */
  isEndpoint(url: string): boolean;
  post(request: PostRequest): Promise<PostResponse>;
  /** Address or page of the operator, for the push service (RFC 8292, section 2.1). */
  contact: string;
}

const timeoutMs = 10_000;
const maxRetryAfterMs = 60 * 60_000;
const maxTitleLength = 120;
/** Phones show less; 4 kB hold more. */
const maxTextLength = 400;

/** Encrypts a message for the browser (RFC 8291), signs the request (RFC 8292) and sends it. */
export async function sendPush(
  { post, contact }: PushTransport,
  keys: PushKeys,
  subscription: Subscription,
  { content, urgency, ttlSeconds }: PushMessage,
): Promise<PushOutcome> {
  const { endpoint, p256dh, auth } = subscription;
  const { title, text, ...rest } = content;
  const data = {
    ...rest,
    title: shortenText(title, maxTitleLength),
    text: shortenText(text, maxTextLength),
  };
  const { buildPushPayload } = await import('@block65/webcrypto-web-push');
  const { headers, body } = await buildPushPayload(
    { data, options: { ttl: ttlSeconds, urgency, topic: toTopic(content.tag) } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject: contact, ...keys },
  );
  try {
    return toOutcome(await post({ url: new URL(endpoint), headers, body, timeoutMs }));
  } catch (error) {
    return { kind: 'retry', retryAfterMs: null, reason: failureReason(error) };
  }
}

function toOutcome({ status, retryAfter }: PostResponse): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 429 || status >= 500) {
    return { kind: 'retry', retryAfterMs: parseRetryAfter(retryAfter), reason: String(status) };
  }
  return { kind: 'refused', status };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function parseRetryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : null;
}

/** At most 32 characters of base64url (RFC 8030, section 5.4): a UUID without its hyphens. */
const toTopic = (id: string) => id.replaceAll('-', '').slice(0, 32);

/** Returns the kind of failure without the endpoint, which is a secret. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
