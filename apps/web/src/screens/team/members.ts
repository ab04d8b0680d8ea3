import type { TeamMember } from '@seller-connect/contract';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** What a role can be chosen from, the one that may most first. */
export const roleOptions = (['owner', 'member', 'viewer'] as const).map((value) => ({
  value,
  label: sharedTexts.teamRoles[value],
}));

/** What a member is called. */
export const memberName = (member: TeamMember) => member.name ?? member.email ?? texts.gone;
