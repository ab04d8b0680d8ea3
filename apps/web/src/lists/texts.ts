import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  dayRange: {
    name: 'Date range',
    from: 'From',
    to: 'To',
    reversed: 'The end date must be on or after the start date',
    show: 'Apply',
  },
  clearSearch: 'Clear search',
  filters: 'Filters',
  activeFilters: 'active',
  done: 'Done',
  sort: 'Sort by',
  clearFilters: 'Clear filters',
  noMatch: 'No matches',
  noMatchText: 'Try a different search, or clear the filters.',
  offline: 'Can’t load while offline',
  offlineText: 'This will load automatically when you’re back online.',
  pages: 'Pagination',
  previous: 'Previous page',
  next: 'Next page',
  page: (page) => `Page ${page}`,
  download: 'Download',
  columns: {
    title: 'Columns',
    first: (name) => `“${name}” always comes first. Changes apply right away.`,
    frozen: 'Keep in view when scrolling sideways',
    frozenCounts: (count) =>
      count === 0 ? 'No columns' : count === 1 ? 'First column' : `First ${count} columns`,
    reset: 'Reset to default',
    done: 'Done',
  },
  formats: { xlsx: 'Excel (XLSX)', csv: 'CSV' },
};

export const texts = language === 'en' ? en : vi;
