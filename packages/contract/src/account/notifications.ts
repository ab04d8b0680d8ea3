import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Platform, Uuid } from '../values.ts';

export const NotificationKind = Type.Union([
  /** The sync of a shop has stopped until the seller links it again. */
  Type.Literal('shop_needs_you'),
  /** The consent of a shop expires within days. */
  Type.Literal('shop_expiring'),
  /** A consent did not result in a link. */
  Type.Literal('link_failed'),
  /** A shop was moved from or to another team. */
  Type.Literal('shop_moved'),
  /** The first complete sync of a shop has finished. */
  Type.Literal('first_sync_done'),
  /** The orders of a shop have been behind for hours. */
  Type.Literal('data_late'),
  /** A day's sales were far below those of the same weekday. */
  Type.Literal('sales_drop'),
  /** A week had far more cancelled orders than usual. */
  Type.Literal('cancellations_up'),
  /** A week had far more returns, relative to sales, than usual. */
  Type.Literal('returns_up'),
  /** A marketplace withheld clearly more of a week's payouts than usual. */
  Type.Literal('fees_up'),
  /** Orders were delivered long ago without a payout. */
  Type.Literal('payouts_overdue'),
  /** A campaign spent much in a week without an attributed purchase. */
  Type.Literal('ads_without_sales'),
  /** Products that sell are sold out or will be within days. */
  Type.Literal('stock_low'),
  /** The recipient's role in the team was changed. */
  Type.Literal('role_changed'),
  /** An invited account joined the team. */
  Type.Literal('member_joined'),
  /** A team member created an access for a reporting tool. */
  Type.Literal('report_access_made'),
  /** A team member asks the recipient to receive a scheduled report. */
  Type.Literal('report_offered'),
  /** A scheduled report could not be sent to all of its recipients. */
  Type.Literal('report_failed'),
  /** An alert rule of the team found what it watches for. */
  Type.Literal('alert_raised'),
  /** The team's webhook was disabled, because it failed for days or answered 410. */
  Type.Literal('webhook_disabled'),
]);
export type NotificationKind = Static<typeof NotificationKind>;

/** How the notification is shown: something stopped, something is about to, something went well. */
export const NotificationTone = Type.Enum(['negative', 'attention', 'positive']);
export type NotificationTone = Static<typeof NotificationTone>;

/** A notification in the recipient's language. */
export const Notification = Type.Object({
  id: Uuid,
  kind: NotificationKind,
  tone: NotificationTone,
  title: Type.String(),
  text: Type.String(),
  /** Link to the screen that resolves it. */
  action: Type.Object({ label: Type.String(), href: Type.String() }),
  /** The alert rule that raised it, which the recipient can mute; null for other kinds. */
  alertRuleId: Nullable(Uuid),
  at: Instant,
  readAt: Nullable(Instant),
  /** When the problem was resolved; null while it persists. */
  resolvedAt: Nullable(Instant),
});
export type Notification = Static<typeof Notification>;

export const NotificationList = Type.Object({
  /** Newest first. */
  items: Type.Array(Notification),
  /** Neither read nor resolved; capped at 100, which means 100 or more. */
  unread: Type.Integer(),
  /** Cursor of the next page; null on the last one. */
  nextCursor: Nullable(Uuid),
});
export type NotificationList = Static<typeof NotificationList>;

const NotificationQuery = Type.Object({
  cursor: Type.Optional(Uuid),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

const UnreadCount = Type.Object({ unread: Type.Integer() });

/** A browser in which the account is notified. */
export const PushDevice = Type.Object({
  id: Uuid,
  /** SHA-256 of the subscription's endpoint, base64url, by which a browser finds itself. */
  endpointHash: Type.String(),
  /** Browser and system, such as `Chrome, Windows`; empty when unknown. */
  device: Type.String(),
  addedAt: Instant,
});
export type PushDevice = Static<typeof PushDevice>;

const PushDevices = Type.Object({
  /** The key that browsers subscribe with, base64url. */
  serverKey: Type.String(),
  /** Newest first. */
  devices: Type.Array(PushDevice),
});
export type PushDevices = Static<typeof PushDevices>;

/** A browser's `PushSubscription` (Web Push). */
export const AddPushDevice = Type.Object({
  endpoint: Type.String({ maxLength: 1000 }),
  keys: Type.Object({
    /** Uncompressed point of P-256, base64url. */
    p256dh: Type.String({ pattern: '^B[\\w-]{86}$' }),
    /** Secret of 16 bytes, base64url. */
    auth: Type.String({ pattern: '^[\\w-]{22}$' }),
  }),
});
export type AddPushDevice = Static<typeof AddPushDevice>;

/** The telephone number at which the account is notified by Zalo. */
const ZaloPhone = Type.Object({
  /** As people write it, such as `0912 345 678`. */
  number: Type.String(),
  /** False until the code was entered; nothing else is sent before that. */
  isConfirmed: Type.Boolean(),
  /** Muted by its owner, or because every further message would be refused. */
  isOff: Type.Boolean(),
  /**
   * Why the last message was refused: the number has no Zalo, Zalo refuses, or the operator's quota is used up. Or that
   * messages of a day were accepted and did not arrive.
   */
  problem: Nullable(Type.Enum(['no_zalo', 'refused', 'out_of_quota', 'undelivered'])),
});
export const ZaloState = Type.Object({ phone: Nullable(ZaloPhone) });
export type ZaloState = Static<typeof ZaloState>;
const MaybeZaloState = Nullable(ZaloState);

export const NotificationSettings = Type.Object({
  /** Recipient of emails; null when no address is known. */
  mailTo: Nullable(Type.String()),
  /** False when no mail server is configured. */
  mailAvailable: Type.Boolean(),
  push: PushDevices,
  /** Null where the operator has no Official Account. */
  zalo: MaybeZaloState,
  kinds: Type.Array(
    Type.Object({
      kind: NotificationKind,
      title: Type.String(),
      text: Type.String(),
      inApp: Type.Boolean(),
      mail: Type.Boolean(),
      push: Type.Boolean(),
      /** Null where the operator has no template for the kind. */
      zalo: Nullable(Type.Boolean()),
      /** Why in-app notifications of this kind cannot be turned off; null when they can. */
      lockedBecause: Nullable(Type.String()),
    }),
  ),
  shops: Type.Array(
    Type.Object({ id: Uuid, name: Type.String(), platform: Platform, isEnabled: Type.Boolean() }),
  ),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const SaveNotificationSettings = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: NotificationKind,
      inApp: Type.Boolean(),
      mail: Type.Boolean(),
      /** Unchanged if absent. */
      push: Type.Optional(Type.Boolean()),
      /** Unchanged if absent. */
      zalo: Type.Optional(Type.Boolean()),
    }),
    { maxItems: 40 },
  ),
  /** Muted shops notify only of what stops their reports, and only in the app. */
  mutedShopIds: Type.Array(Uuid, { maxItems: 1000 }),
});
export type SaveNotificationSettings = Static<typeof SaveNotificationSettings>;

export const notificationRoutes = {
  listNotifications: {
    ...endpoints.listNotifications,
    summary: 'Lists the caller’s notifications, newest first, with the number of unread ones',
    access: 'session',
    status: 200,
    query: NotificationQuery,
    response: NotificationList,
  },
  readNotification: {
    ...endpoints.readNotification,
    summary: 'Marks a notification as read',
    access: 'session',
    status: 200,
    params: Type.Object({ notificationId: Uuid }),
    response: UnreadCount,
  },
  readAllNotifications: {
    ...endpoints.readAllNotifications,
    summary: 'Marks all notifications up to the given one as read',
    access: 'session',
    status: 200,
    body: Type.Object({ upTo: Uuid }),
    response: UnreadCount,
  },
  notificationSettings: {
    ...endpoints.notificationSettings,
    summary: 'Returns the caller’s notification settings',
    access: 'session',
    status: 200,
    response: NotificationSettings,
  },
  saveNotificationSettings: {
    ...endpoints.saveNotificationSettings,
    summary: 'Saves the caller’s notification settings',
    access: 'session',
    status: 200,
    body: SaveNotificationSettings,
    response: NotificationSettings,
  },
  addPushDevice: {
    ...endpoints.addPushDevice,
    summary: 'Notifies the caller in a browser that has subscribed to messages',
    access: 'session',
    status: 200,
    body: AddPushDevice,
    response: PushDevices,
  },
  saveZaloPhone: {
    ...endpoints.saveZaloPhone,
    summary: 'Sends a code by Zalo to the number at which the caller wants to be notified',
    access: 'session',
    status: 200,
    body: Type.Object({ phoneNumber: Type.String({ maxLength: 40 }) }),
    response: MaybeZaloState,
  },
  confirmZaloPhone: {
    ...endpoints.confirmZaloPhone,
    summary: 'Confirms the caller’s number with the code',
    access: 'session',
    status: 200,
    body: Type.Object({ code: Type.String({ pattern: '^\\d{6}$' }) }),
    response: MaybeZaloState,
  },
  muteZaloPhone: {
    ...endpoints.muteZaloPhone,
    summary: 'Turns the caller’s notifications by Zalo off or on',
    access: 'session',
    status: 200,
    body: Type.Object({ isOff: Type.Boolean() }),
    response: MaybeZaloState,
  },
  removeZaloPhone: {
    ...endpoints.removeZaloPhone,
    summary: 'Deletes the caller’s number for notifications by Zalo',
    access: 'session',
    status: 200,
    response: MaybeZaloState,
  },
  removePushDevice: {
    ...endpoints.removePushDevice,
    summary: 'Ends the caller’s notifications in a browser',
    access: 'session',
    status: 200,
    params: Type.Object({ deviceId: Uuid }),
    response: PushDevices,
  },
} as const satisfies Routes;
