import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, Uuid } from '../values.ts';

/** The actions that a team's audit log records. The part before the dot is the group. */
export type AuditAction =
  | 'team.renamed'
  | 'team.invited'
  | 'team.invitation_resent'
  | 'team.invitation_withdrawn'
  | 'team.joined'
  | 'team.role_changed'
  | 'team.member_removed'
  | 'team.left'
  | 'team.data_erased'
  | 'shop.linked'
  | 'shop.linked_again'
  | 'shop.disconnected'
  | 'shop.taken_over'
  | 'shop.taken_away'
  | 'shop.erased'
  | 'collection.started'
  | 'profile.saved'
  | 'settings.changed'
  | 'settings.webhook_saved'
  | 'settings.webhook_deleted'
  | 'reports.access_created'
  | 'reports.access_revoked'
  | 'reports.reconciled'
  | 'reports.target_set'
  | 'reports.target_removed'
  | 'reports.shop_target_set'
  | 'reports.shop_target_removed'
  | 'reports.scheduled'
  | 'reports.schedule_changed'
  | 'reports.schedule_deleted'
  | 'reports.alert_rule_created'
  | 'reports.alert_rule_changed'
  | 'reports.alert_rule_deleted';

export const AuditGroup = Type.Enum([
  'team',
  'shop',
  'collection',
  'profile',
  'settings',
  'reports',
]);
export type AuditGroup = Static<typeof AuditGroup>;

export const AuditEntry = Type.Object({
  id: Uuid,
  at: Instant,
  action: Type.String(),
  group: AuditGroup,
  /** Null for an action of the system. Name and email are null once the account is removed. */
  actor: Nullable(
    Type.Object({
      id: Type.String(),
      name: Nullable(Type.String()),
      email: Nullable(Type.String()),
    }),
  ),
  /** The action alone, without actor and time, in the caller's language. */
  summary: Type.String(),
});
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditList = Type.Object({
  /** Newest first. */
  items: Type.Array(AuditEntry),
  /** Cursor of the next page; null on the last one. */
  nextCursor: Nullable(Type.String()),
});
export type AuditList = Static<typeof AuditList>;

/** The database has no year 0. */
const PeriodEnd = Type.String({ ...Instant, pattern: '^(?!0000)' });

/** Filters of both the list and the export. */
const auditFilter = {
  group: Type.Optional(AuditGroup),
  actor: Type.Optional(Type.String({ maxLength: 64 })),
  /** Start of the period, inclusive. */
  from: Type.Optional(PeriodEnd),
  /** End of the period, exclusive. */
  until: Type.Optional(PeriodEnd),
};

const AuditQuery = Type.Object({
  ...auditFilter,
  cursor: Type.Optional(Uuid),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

export const AuditExportQuery = Type.Object(auditFilter);
export type AuditExportQuery = Static<typeof AuditExportQuery>;

export const auditRoutes = {
  readAudit: {
    ...endpoints.readAudit,
    summary: 'Lists the team’s activity, newest first',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    query: AuditQuery,
    response: AuditList,
  },
  exportAudit: {
    ...endpoints.exportAudit,
    summary: 'Returns the team’s activity as a CSV file',
    access: 'session',
    minimumRole: 'owner',
    status: 200,
    query: AuditExportQuery,
    response: Type.String(),
  },
} as const satisfies Routes;
