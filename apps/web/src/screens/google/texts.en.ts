import type { GoogleTexts } from './texts.vi.ts';

export const en: GoogleTexts = {
  title: 'Sign in with Google',
  text: 'Signing in with Google is not switched on here yet, so nothing has changed for your account.',
  otherWays: 'You can still sign in with your username and password.',
  back: 'To the sign-in page',
};
