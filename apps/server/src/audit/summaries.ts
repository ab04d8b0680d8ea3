import type { AuditAction } from '@seller-connect/contract';
import { platformNames } from '@seller-connect/contract/platform-names';
import type { Language, LocalizedText } from '../platform/http/problem.ts';
import { teamRoleNames } from '../platform/team-roles.ts';

/** `{subject}` is the subject's name, `{shopKind}` a shop or an ad account. Other placeholders are details of the entry. */
const summaryTemplates: Record<AuditAction, LocalizedText> = {
  'team.renamed': {
    vi: 'Đổi tên nhóm từ “{from}” thành “{to}”',
    en: 'Renamed the team from “{from}” to “{to}”',
  },
  'team.invited': {
    vi: 'Mời {subject} vào nhóm với vai trò {role}',
    en: 'Invited {subject} to the team as {role}',
  },
  'team.invitation_resent': {
    vi: 'Gửi lại lời mời cho {subject}',
    en: 'Resent the invitation to {subject}',
  },
  'team.invitation_withdrawn': {
    vi: 'Thu hồi lời mời của {subject}',
    en: 'Withdrew the invitation to {subject}',
  },
  'team.joined': {
    vi: 'Vào nhóm với vai trò {role}',
    en: 'Joined the team as {role}',
  },
  'team.role_changed': {
    vi: 'Đổi vai trò của {subject} từ {from} thành {to}',
    en: 'Changed {subject}’s role from {from} to {to}',
  },
  'team.member_removed': {
    vi: 'Xoá {subject} khỏi nhóm',
    en: 'Removed {subject} from the team',
  },
  'team.left': { vi: 'Rời nhóm', en: 'Left the team' },
  'team.data_erased': {
    vi: 'Xoá toàn bộ dữ liệu đã đọc của nhóm',
    en: 'Erased all of the team’s synced data',
  },
  'shop.linked': {
    vi: 'Liên kết {shopKind} {subject} ({platform})',
    en: 'Connected the {shopKind} {subject} ({platform})',
  },
  'shop.linked_again': {
    vi: 'Liên kết lại {shopKind} {subject} ({platform})',
    en: 'Reconnected the {shopKind} {subject} ({platform})',
  },
  'shop.disconnected': {
    vi: 'Ngắt liên kết {shopKind} {subject} ({platform})',
    en: 'Disconnected the {shopKind} {subject} ({platform})',
  },
  'shop.taken_over': {
    vi: 'Liên kết {shopKind} {subject} ({platform}), trước đây thuộc một nhóm khác',
    en: 'Connected the {shopKind} {subject} ({platform}), previously connected to another team',
  },
  'shop.taken_away': {
    vi: 'Một nhóm khác đã liên kết {shopKind} {subject} ({platform})',
    en: 'Another team connected the {shopKind} {subject} ({platform})',
  },
  'shop.erased': {
    vi: 'Xoá dữ liệu của một {shopKind} đã ngắt liên kết ({platform})',
    en: 'Erased the data of a disconnected {shopKind} ({platform})',
  },
  'collection.started': {
    vi: 'Bắt đầu đồng bộ {shops} gian hàng',
    en: 'Started a sync (shops: {shops})',
  },
  'profile.saved': { vi: 'Lưu hồ sơ của mình', en: 'Updated their profile' },
  'reports.access_created': {
    vi: 'Tạo mã truy cập báo cáo “{subject}”',
    en: 'Created report access “{subject}”',
  },
  'reports.access_revoked': {
    vi: 'Thu hồi mã truy cập báo cáo “{subject}”',
    en: 'Revoked report access “{subject}”',
  },
  'reports.reconciled': {
    vi: 'So khớp gian hàng {subject} với tệp “{file}”',
    en: 'Reconciled the shop {subject} with the file “{file}”',
  },
  'reports.scheduled': {
    vi: 'Đặt lịch gửi báo cáo “{subject}” qua email',
    en: 'Scheduled emails of the report “{subject}”',
  },
  'reports.schedule_changed': {
    vi: 'Đổi lịch gửi báo cáo “{subject}” qua email',
    en: 'Changed the emails of the report “{subject}”',
  },
  'reports.schedule_deleted': {
    vi: 'Xoá lịch gửi báo cáo “{subject}” qua email',
    en: 'Deleted the emails of the report “{subject}”',
  },
  'reports.alert_rule_created': {
    vi: 'Đặt cảnh báo “{subject}”',
    en: 'Created the alert rule “{subject}”',
  },
  'reports.alert_rule_changed': {
    vi: 'Đổi cảnh báo “{subject}”',
    en: 'Changed the alert rule “{subject}”',
  },
  'reports.alert_rule_deleted': {
    vi: 'Xoá cảnh báo “{subject}”',
    en: 'Deleted the alert rule “{subject}”',
  },
  'reports.target_set': {
    vi: 'Đặt mục tiêu {metric} tháng {month} của cả nhóm: {amount} {currency}',
    en: 'Set the team’s {metric} target for {month}: {amount} {currency}',
  },
  'reports.target_removed': {
    vi: 'Bỏ mục tiêu {metric} tháng {month} của cả nhóm',
    en: 'Removed the team’s {metric} target for {month}',
  },
  'reports.shop_target_set': {
    vi: 'Đặt mục tiêu {metric} tháng {month} của gian hàng {subject}: {amount} {currency}',
    en: 'Set the {metric} target of the shop {subject} for {month}: {amount} {currency}',
  },
  'reports.shop_target_removed': {
    vi: 'Bỏ mục tiêu {metric} tháng {month} của gian hàng {subject}',
    en: 'Removed the {metric} target of the shop {subject} for {month}',
  },
  'settings.webhook_saved': {
    vi: 'Đặt webhook của nhóm tại {host}',
    en: 'Set the team’s webhook at {host}',
  },
  'settings.webhook_deleted': {
    vi: 'Xoá webhook của nhóm tại {host}',
    en: 'Deleted the team’s webhook at {host}',
  },
  'settings.changed': { vi: 'Đổi cài đặt: {setting}', en: 'Changed settings: {setting}' },
};

/** Details whose values are codes with a translation, not names that users typed. */
const detailLabels: Record<string, Record<string, LocalizedText>> = {
  role: teamRoleNames,
  from: teamRoleNames,
  to: teamRoleNames,
  metric: {
    gmv: { vi: 'doanh số (GMV)', en: 'GMV' },
    netSales: { vi: 'doanh thu thuần', en: 'net sales' },
  },
  setting: { notifications: { vi: 'thông báo', en: 'notifications' } },
};

function shopKindOf({ platform }: SummarySource['details']): LocalizedText {
  return platform === platformNames.FACEBOOK
    ? { vi: 'tài khoản quảng cáo', en: 'ad account' }
    : { vi: 'gian hàng', en: 'shop' };
}

interface SummarySource {
  action: string;
  subjectName: string | null;
  details: Readonly<Record<string, string>>;
}

/** Renders an audit event as a sentence without actor and time. Returns the code of an action that is unknown. */
export function renderSummary(
  { action, subjectName, details }: SummarySource,
  language: Language,
): string {
  const sentence = Object.entries(summaryTemplates).find(([known]) => known === action)?.[1];
  if (!sentence) return action;
  return sentence[language].replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    if (name === 'subject') return subjectName ?? '?';
    if (name === 'shopKind') return shopKindOf(details)[language];
    const value = details[name] ?? '?';
    const translated = action === 'team.renamed' ? undefined : detailLabels[name]?.[value];
    return translated?.[language] ?? value;
  });
}

/** Column headers of the export. */
export const csvColumnLabels: readonly LocalizedText[] = [
  { vi: 'Thời gian (UTC)', en: 'Time (UTC)' },
  { vi: 'Người thực hiện', en: 'User' },
  { vi: 'Email', en: 'Email' },
  { vi: 'Việc đã làm', en: 'Activity' },
  { vi: 'Mã', en: 'Code' },
];

/** Actor labels for entries without an existing account. */
export const actorLabels: Record<'program' | 'gone', LocalizedText> = {
  program: { vi: 'Hệ thống', en: 'System' },
  gone: { vi: 'Tài khoản đã xoá', en: 'Deleted account' },
};
