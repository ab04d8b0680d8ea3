import type { TeamMember } from '@seller-connect/contract';
import { sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** Options of a role select, in descending order of rights. */
export const roleOptions = (['owner', 'member', 'viewer'] as const).map((value) => ({
  value,
  label: sharedTexts.teamRoles[value],
}));

/** Returns the display name of a member. */
export const memberName = (member: TeamMember) => member.name ?? member.email ?? texts.gone;
