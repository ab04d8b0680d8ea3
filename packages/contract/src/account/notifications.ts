import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Platform, Uuid } from '../values.ts';

/** What a person can be told. */
export const NotificationKind = Type.Union([
  /** A shop is not read any more until somebody links it again. */
  Type.Literal('shop_needs_you'),
  /** The consent of a shop ends within days. */
  Type.Literal('shop_expiring'),
  /** A consent that was given did not lead to a link. */
  Type.Literal('link_failed'),
  /** A shop has come from another team, or has gone to one. */
  Type.Literal('shop_moved'),
  /** A shop was read to the present for the first time. */
  Type.Literal('first_sync_done'),
  /** Orders of a shop have not been read to the present for hours. */
  Type.Literal('data_late'),
  /** A day sold far less than its weekday usually does. */
  Type.Literal('sales_drop'),
  /** Far more orders than usual were cancelled in a week. */
  Type.Literal('cancellations_up'),
  /** Far more than usual of a week's sales came back. */
  Type.Literal('returns_up'),
  /** A marketplace kept clearly more of a week's payouts than usual. */
  Type.Literal('fees_up'),
  /** Orders arrived long ago, and nothing is paid out for them. */
  Type.Literal('payouts_overdue'),
  /** A campaign spent much in a week and was credited no purchase. */
  Type.Literal('ads_without_sales'),
  /** Somebody gave the person another role in the team. */
  Type.Literal('role_changed'),
  /** Somebody who was invited is in the team. */
  Type.Literal('member_joined'),
  /** Somebody of the team made an access for a reporting tool. */
  Type.Literal('report_access_made'),
]);
export type NotificationKind = Static<typeof NotificationKind>;

/** How it is shown: something stopped, something will, something went well. */
export const NotificationTone = Type.Union([
  Type.Literal('negative'),
  Type.Literal('attention'),
  Type.Literal('positive'),
]);
export type NotificationTone = Static<typeof NotificationTone>;

/** One thing that the person was told, in their language. */
export const Notification = Type.Object({
  id: Uuid,
  kind: NotificationKind,
  tone: NotificationTone,
  title: Type.String(),
  text: Type.String(),
  /** The screen that solves it, with the words of the link. */
  action: Type.Object({ label: Type.String(), href: Type.String() }),
  at: Instant,
  readAt: Type.Union([Instant, Type.Null()]),
  /** When what it is about was put right; null while it is not. */
  resolvedAt: Type.Union([Instant, Type.Null()]),
});
export type Notification = Static<typeof Notification>;

export const NotificationList = Type.Object({
  /** Newest first. */
  items: Type.Array(Notification),
  /** Neither read nor put right; at most 100, which then stands for more. */
  unread: Type.Integer(),
  /** Asks for the next ones; null at the end. */
  nextCursor: Type.Union([Uuid, Type.Null()]),
});
export type NotificationList = Static<typeof NotificationList>;

export const NotificationQuery = Type.Object({
  cursor: Type.Optional(Uuid),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

const UnreadCount = Type.Object({ unread: Type.Integer() });

export const NotificationSettings = Type.Object({
  /** Where letters go; null when no address is known. */
  mailTo: Type.Union([Type.String(), Type.Null()]),
  /** False where no mail server is configured. */
  mailAvailable: Type.Boolean(),
  kinds: Type.Array(
    Type.Object({
      kind: NotificationKind,
      title: Type.String(),
      text: Type.String(),
      inApp: Type.Boolean(),
      mail: Type.Boolean(),
      /** Why the application cannot be told to keep silent about it; null when it can. */
      lockedBecause: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  shops: Type.Array(
    Type.Object({ id: Uuid, name: Type.String(), platform: Platform, isEnabled: Type.Boolean() }),
  ),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export const SaveNotificationSettings = Type.Object({
  kinds: Type.Array(
    Type.Object({ kind: NotificationKind, inApp: Type.Boolean(), mail: Type.Boolean() }),
    { maxItems: 20 },
  ),
  /** Of these shops only what stops their reports is told, and that in the application only. */
  mutedShopIds: Type.Array(Uuid, { maxItems: 1000 }),
});
export type SaveNotificationSettings = Static<typeof SaveNotificationSettings>;

export const notificationRoutes = {
  listNotifications: {
    ...endpoints.listNotifications,
    summary: 'What the caller was told, newest first, and how much of it is unread',
    access: 'session',
    status: 200,
    query: NotificationQuery,
    response: NotificationList,
  },
  readNotification: {
    ...endpoints.readNotification,
    summary: 'Mark one as read',
    access: 'session',
    status: 200,
    params: Type.Object({ notificationId: Uuid }),
    response: UnreadCount,
  },
  readAllNotifications: {
    ...endpoints.readAllNotifications,
    summary: 'Mark everything up to one of them as read',
    access: 'session',
    status: 200,
    body: Type.Object({ upTo: Uuid }),
    response: UnreadCount,
  },
  notificationSettings: {
    ...endpoints.notificationSettings,
    summary: 'What the caller wants to be told, and how',
    access: 'session',
    status: 200,
    response: NotificationSettings,
  },
  saveNotificationSettings: {
    ...endpoints.saveNotificationSettings,
    summary: 'Save what the caller wants to be told, and how',
    access: 'session',
    status: 200,
    body: SaveNotificationSettings,
    response: NotificationSettings,
  },
} as const satisfies Routes;
