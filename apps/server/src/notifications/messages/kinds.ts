import type { NotificationKind, NotificationTone, TeamRole } from '@seller-connect/contract';
import type { LocalizedText } from '../../platform/http/problem.ts';

interface KindRules {
  tone: NotificationTone;
  /** Roles that receive it: those that can act on it. */
  roles: readonly TeamRole[];
  /** Default channels. */
  inApp: boolean;
  mail: boolean;
  /** Whether the actor receives it too, whatever their role. */
  toActor?: boolean;
  /** Why it cannot be turned off in the application; null if it can. */
  locked: LocalizedText | null;
}

const allRoles = ['owner', 'member', 'viewer'] as const;
/** Roles that may link shops. */
const linkingRoles = ['owner', 'member'] as const;

const stopsReportsReason: LocalizedText = {
  vi: 'Luôn bật trong ứng dụng, vì báo cáo sẽ ngừng cập nhật cho đến khi có người xử lý.',
  en: 'Always on in the app, because reports stop updating until someone takes action.',
};

const guardsDataReason: LocalizedText = {
  vi: 'Luôn bật trong ứng dụng, vì ai có truy cập đều đọc được số liệu của nhóm.',
  en: 'Always on in the app, because anyone with access can read your team’s data.',
};

export const kindRules: Readonly<Record<NotificationKind, KindRules>> = {
  shop_needs_you: {
    tone: 'negative',
    roles: linkingRoles,
    inApp: true,
    mail: true,
    locked: stopsReportsReason,
  },
  shop_expiring: {
    tone: 'attention',
    roles: linkingRoles,
    inApp: true,
    mail: true,
    locked: stopsReportsReason,
  },
  shop_moved: {
    tone: 'attention',
    roles: linkingRoles,
    inApp: true,
    mail: true,
    locked: stopsReportsReason,
  },
  // Usually resolved within hours without action.
  data_late: { tone: 'attention', roles: linkingRoles, inApp: true, mail: false, locked: null },
  sales_drop: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  cancellations_up: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  returns_up: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  fees_up: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  payouts_overdue: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  ads_without_sales: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  // Low stock is announced every day while it lasts.
  stock_low: { tone: 'attention', roles: allRoles, inApp: true, mail: false, locked: null },
  first_sync_done: { tone: 'positive', roles: allRoles, inApp: true, mail: true, locked: null },
  role_changed: { tone: 'positive', roles: allRoles, inApp: true, mail: true, locked: null },
  member_joined: { tone: 'positive', roles: ['owner'], inApp: true, mail: false, locked: null },
  report_access_made: {
    tone: 'attention',
    roles: ['owner'],
    inApp: true,
    mail: true,
    toActor: true,
    locked: guardsDataReason,
  },
  // Reaches only the account that was asked, or the owner of the schedule.
  report_offered: { tone: 'positive', roles: allRoles, inApp: true, mail: true, locked: null },
  // An email about an email that could not be sent would not arrive either.
  report_failed: { tone: 'attention', roles: allRoles, inApp: true, mail: false, locked: null },
  webhook_disabled: { tone: 'negative', roles: ['owner'], inApp: true, mail: true, locked: null },
  // A rule has channels of its own, too: an alert needs both.
  alert_raised: { tone: 'attention', roles: allRoles, inApp: true, mail: true, locked: null },
  // The screen already showed the failure, so an email is not sent by default.
  link_failed: { tone: 'attention', roles: linkingRoles, inApp: true, mail: false, locked: null },
};

/** All kinds, in the order of the settings page. */
export const notificationKinds: readonly NotificationKind[] = [
  'shop_needs_you',
  'shop_expiring',
  'shop_moved',
  'data_late',
  'sales_drop',
  'cancellations_up',
  'returns_up',
  'fees_up',
  'payouts_overdue',
  'ads_without_sales',
  'stock_low',
  'first_sync_done',
  'link_failed',
  'role_changed',
  'member_joined',
  'report_access_made',
  'report_offered',
  'report_failed',
  'alert_raised',
  'webhook_disabled',
];

/** Returns the kind, or null for one that another release stored. */
export function parseKind(stored: string): NotificationKind | null {
  return notificationKinds.find((each) => each === stored) ?? null;
}
