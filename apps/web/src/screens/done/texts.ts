import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'All done',
  close: 'You may close this window and continue in the reporting tool.',
  closeFor: (tool) => `You may close this window and continue with ${tool}.`,
  next: 'Your data now updates automatically. There’s nothing else to do.',
  continueIn: (tool) => `Continue in ${tool}`,
  summary: (shops, orders) => `${pluralize(shops, 'shop')}, ${pluralize(orders, 'order')}`,
  report: 'View report',
  reportText: 'Sales, orders, fees, and payouts of all shops',
  others: 'Excel, Google Sheets, Looker Studio, or Power BI',
  othersLink: 'Use your data in other tools',
  notYet: 'Not finished yet',
  notYetText: 'Your data is still syncing. We’ll let you know here when it’s done.',
  progress: 'View progress',
  unknown: 'Couldn’t check the sync status. The sync is still running.',
};

export const texts = language === 'en' ? en : vi;
