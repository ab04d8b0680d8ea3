import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

const withArticle = (role: string) =>
  `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role.toLowerCase()}`;

export const en: typeof vi = {
  title: (team) => `Join the team “${team}”`,
  loading: 'Opening the invitation',
  invited: (by, role) =>
    by === null
      ? `You’re invited to join the team as ${withArticle(role)}.`
      : `${by} invited you to join the team as ${withArticle(role)}.`,
  may: {
    owner: 'Owners can do everything: shops, members, invitations.',
    member: 'Members can connect, disconnect, and sync shops, and view all reports.',
    viewer: 'Viewers can only view reports and shop status.',
  },
  signInText: (email) =>
    `Sign in with the account for ${email}. If you don’t have one yet, you can register from the sign-in page.`,
  signIn: 'Sign in or register',
  as: (email) => `You’re signed in as ${email}.`,
  ownTeam:
    'After you join, you’ll work in this team instead of your own. You can leave at any time to go back.',
  accept: 'Join team',
  later: 'Not now',
  other: (invited, signedIn) =>
    `This invitation is for ${invited}, but you’re signed in as ${signedIn}.`,
  switch: 'Sign in with a different account',
  invalid: 'Couldn’t open the invitation',
  noToken: 'This link is missing its code. Open the link in the email again.',
};

export const texts = language === 'en' ? en : vi;
