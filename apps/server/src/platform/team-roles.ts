import type { TeamRole } from '@seller-connect/contract';
import type { LocalizedText } from './http/problem.ts';

/** The roles of a team as they are named within a sentence. */
export const teamRoleNames: Record<TeamRole, LocalizedText> = {
  owner: { vi: 'chủ nhóm', en: 'owner' },
  member: { vi: 'thành viên', en: 'member' },
  viewer: { vi: 'người xem', en: 'viewer' },
};
