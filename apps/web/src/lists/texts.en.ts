import type { ListTexts } from './texts.vi.ts';

export const en: ListTexts = {
  clearSearch: 'Clear the search',
  clearFilters: 'Clear the filters',
  noMatch: 'Nothing matches',
  noMatchText: 'Try another word, or clear the filters.',
  offline: 'Not loaded while offline',
  offlineText: 'It loads by itself when you’re back online.',
  pages: 'Pages of the list',
  previous: 'Previous page',
  next: 'Next page',
  page: (page) => `Page ${page}`,
  days: 'Range of days',
  from: 'From',
  to: 'To',
  reversed: 'The last day must not be before the first',
  show: 'Show',
  download: 'Download',
  formats: { xlsx: 'Excel (XLSX)', csv: 'CSV' },
};
