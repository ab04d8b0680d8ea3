import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  save: 'Save changes',
  leave: {
    title: 'You have unsaved changes',
    text: 'If you leave this page, your changes will be lost.',
    stay: 'Stay',
    go: 'Leave without saving',
  },
  draft: {
    restored: 'We restored your unsaved draft.',
    discard: 'Discard draft',
  },
  conflict: {
    title: 'Someone else just changed this',
    text: (when) =>
      `The latest version was saved ${when}. Your version isn’t saved, but it’s still here.`,
    field: 'Field',
    mine: 'Your version',
    theirs: 'Latest version',
    takeTheirs: 'Use latest version',
    saveMine: 'Save my version',
  },
  history: {
    failed: 'Couldn’t load the change history',
    by: (who, when) => (who === '' ? when : `${who} · ${when}`),
    older: 'Show older changes',
  },
};

export const texts = language === 'en' ? en : vi;
