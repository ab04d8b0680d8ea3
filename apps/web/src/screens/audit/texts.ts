import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Activity log',
  intro: 'Who did what in your team, and when. Entries can’t be edited or deleted.',
  ownersOnly: (owners) => `Only owners (${owners}) can view the activity log.`,
  failed: 'Couldn’t load the activity log.',
  group: 'Type',
  groups: {
    all: 'All activity',
    team: 'Team',
    shop: 'Shops',
    collection: 'Sync',
    profile: 'Profile',
    settings: 'Settings',
    reports: 'Report access',
  },
  actor: 'User',
  everybody: 'Everyone',
  period: 'Period',
  periods: {
    '7': 'Last 7 days',
    '30': 'Last 30 days',
    '90': 'Last 90 days',
    all: 'All time',
    custom: 'Custom range',
  },
  columns: { when: 'Time', who: 'User', what: 'Activity' },
  system: 'System',
  gone: 'Deleted account',
  more: 'Show more',
  end: 'End of list',
  empty: 'Team activity will appear here',
  emptyWhy: 'No activity matches the filters.',
  nothingYet: 'No activity has been recorded yet.',
  nothingLately: 'No activity was recorded in the last 30 days.',
  clear: 'Clear filters',
  fromTheStart: 'Show all time',
  export: 'Download CSV',
  file: (period) => `activity-${period}.csv`,
};

export const texts = language === 'en' ? en : vi;
