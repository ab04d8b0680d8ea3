import type { EditingTexts } from './texts.vi.ts';

export const en: EditingTexts = {
  leave: {
    title: 'You have changes that are not saved',
    text: 'If you leave this page, what you have just entered is lost.',
    stay: 'Stay',
    go: 'Leave and drop the changes',
  },
  draft: {
    restored: 'What you had typed before is here again.',
    discard: 'Discard it',
  },
  conflict: {
    title: 'Someone else has just changed this',
    text: (when) => `The newest version was saved ${when}. Yours is not saved and still here.`,
    field: 'Field',
    mine: 'Your version',
    theirs: 'Newest version',
    takeTheirs: 'Take the newest version',
    saveMine: 'Save my version',
  },
  history: {
    failed: 'The history could not be loaded',
    by: (who, when) => (who === '' ? when : `${who} · ${when}`),
    older: 'Show older changes',
  },
};
