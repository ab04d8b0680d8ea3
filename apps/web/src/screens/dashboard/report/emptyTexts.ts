import { language } from '../../../i18n/index.ts';
import { vi } from './emptyTexts.vi.ts';

export const en: typeof vi = {
  period: 'No orders in this period.',
  toComeWhy: 'Data will appear here starting on the first day.',
  periodWhy: (dates) => `The latest orders are from ${dates}.`,
  neverWhy: 'Data will appear here once a shop has its first order.',
  showLast: (dates) => `Show ${dates}`,
  show90: 'Show 90 days',
  filter: 'No orders match the filter.',
  filterWhy: 'Your selection has no orders in this period.',
  clear: 'Clear filter',
};

export const texts = language === 'en' ? en : vi;
