import type { JoinTexts } from './texts.vi.ts';

const withArticle = (role: string) =>
  `${/^[aeiou]/i.test(role) ? 'an' : 'a'} ${role.toLowerCase()}`;

export const en: JoinTexts = {
  title: (team) => `Join the team “${team}”`,
  loading: 'Opening the invitation',
  invited: (by, role) =>
    by === null
      ? `You are invited to the team as ${withArticle(role)}.`
      : `${by} invites you to the team as ${withArticle(role)}.`,
  may: {
    owner: 'Owners may do everything: shops, members, invitations.',
    member: 'Members link, disconnect and synchronise shops and read every report.',
    viewer: 'Viewers read reports and the state of shops.',
  },
  signInText: (email) =>
    `Sign in with the account of ${email}. If you have none yet, you can register from the sign-in page.`,
  signIn: 'Sign in or register',
  as: (email) => `You are signed in as ${email}.`,
  ownTeam:
    'Once you have joined, you work in this team instead of your own one. When you leave it, you are back there.',
  accept: 'Join team',
  later: 'Not now',
  other: (invited, signedIn) =>
    `The invitation is for ${invited}, and you are signed in as ${signedIn}.`,
  switch: 'Sign in with another account',
  invalid: 'The invitation could not be opened',
  noToken: 'The link lacks its code. Open the link in the letter again.',
};
