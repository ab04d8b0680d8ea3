import { language } from '../i18n/index.ts';
import { vi } from './reauthenticationTexts.vi.ts';

export const en: typeof vi = {
  title: 'Confirm it’s you',
  text: 'To make these changes, you need to have signed in within the last 15 minutes. After you sign in, you’ll come back to this page.',
  action: 'Sign in again',
};

export const reauthenticationTexts = language === 'en' ? en : vi;
