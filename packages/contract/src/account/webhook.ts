import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';
import { NotificationKind } from './notifications.ts';

export const WebhookDelivery = Type.Object({
  /** The `webhook-id` of its requests. */
  id: Uuid,
  /** A kind of notification, or `test`. */
  type: Type.String(),
  at: Instant,
  attempts: Type.Integer(),
  /** `failed`: given up after all attempts. */
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  /** HTTP status of the last response; null without a response. */
  status: Nullable(Type.Integer()),
  /**
   * Why the last attempt failed: `timeout`, `address_refused`, `redirected`, `secret_unreadable`, or the code of a
   * network error.
   */
  problem: Nullable(Type.String()),
  /** When it is tried again; null if it is not. */
  nextAt: Nullable(Instant),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const Webhook = Type.Object({
  url: Type.String(),
  kinds: Type.Array(NotificationKind),
  /** Set once the webhook was disabled, because it failed for days or answered 410. */
  disabledAt: Nullable(Instant),
  /** When deliveries began to fail; null after a successful one. */
  failingSince: Nullable(Instant),
});
export type Webhook = Static<typeof Webhook>;

export const WebhookState = Type.Object({
  /** Null while the team has none. */
  webhook: Nullable(Webhook),
  /** Kinds of notifications that can be sent, with their titles. */
  kinds: Type.Array(Type.Object({ kind: NotificationKind, title: Type.String() })),
  /** Newest first. */
  deliveries: Type.Array(WebhookDelivery),
});
export type WebhookState = Static<typeof WebhookState>;

export const webhookRoutes = {
  readWebhook: {
    ...endpoints.readWebhook,
    summary: 'Returns the team’s webhook and its last deliveries',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    response: WebhookState,
  },
  saveWebhook: {
    ...endpoints.saveWebhook,
    summary: 'Creates or changes the team’s webhook, and enables it again',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    body: Type.Object(
      {
        url: Type.String({ maxLength: 2000 }),
        kinds: Type.Array(NotificationKind, { minItems: 1, maxItems: 40 }),
      },
      { additionalProperties: false },
    ),
    /** The secret of a new webhook, which is shown once; null for one that existed. */
    response: Type.Object({ secret: Nullable(Type.String()) }),
  },
  renewWebhookSecret: {
    ...endpoints.renewWebhookSecret,
    summary: 'Replaces the secret of the team’s webhook. The new one is shown once',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    response: Type.Object({ secret: Type.String() }),
  },
  deleteWebhook: {
    ...endpoints.deleteWebhook,
    summary: 'Deletes the team’s webhook with its deliveries',
    access: 'session',
    minimumRole: 'owner',
    status: 204,
    response: Type.Null(),
  },
  testWebhook: {
    ...endpoints.testWebhook,
    summary: 'Sends a test to the team’s webhook',
    access: 'session',
    minimumRole: 'owner',
    status: 202,
    response: Type.Object({ id: Uuid }),
  },
} as const satisfies Routes;
