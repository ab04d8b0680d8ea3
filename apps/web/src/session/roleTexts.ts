import { language } from '../i18n/index.ts';
import { vi } from './roleTexts.vi.ts';

export const en: typeof vi = {
  names: { owner: 'Owner', member: 'Member', viewer: 'Viewer' },
  readOnly: (team: string) =>
    `You have view-only access to the team “${team}”. Ask a team owner to make you a member.`,
  toTeam: 'View team',
};

export const roleTexts = language === 'en' ? en : vi;
