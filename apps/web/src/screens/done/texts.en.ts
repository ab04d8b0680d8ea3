import type { DoneTexts } from './texts.vi.ts';

export const en: DoneTexts = {
  title: 'All done',
  close: 'You may close this window and continue in the reporting tool.',
  closeFor: (tool) => `You may close this window and continue with ${tool}.`,
  next: 'From here on the figures are kept up to date by themselves. Nothing is left to do.',
  continueIn: (tool) => `Continue in ${tool}`,
  report: 'See the report',
  others: 'You can also take the figures to Excel, Google Sheets, Looker Studio or Power BI.',
  othersLink: 'See how',
  notYet: 'Not done yet',
  notYetText: 'Your data is still being read. This page will say when it is finished.',
  progress: 'See progress',
  unknown: 'The state of the synchronisation could not be asked for. It goes on.',
};
