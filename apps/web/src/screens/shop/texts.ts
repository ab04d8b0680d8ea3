import { pluralize } from '../../i18n/pluralize.ts';
import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Shop history',
  about: (partner, id) => `${partner} · shop ID ${id}`,
  lead: 'Sync runs and connection changes. Send support a link to this page if you need help.',
  sync: {
    lastSuccess: (when) => `Last updated ${when}`,
    rows: (count) => `${pluralize(count, 'record')} synced`,
    nextRun: (when) => `Next sync ${when}`,
    live: 'Live updates',
    liveReason: (minutes) =>
      `The marketplace notifies us right away about new and changed orders. About every ${minutes} minutes, we sync again to make sure nothing is missing.`,
    every: (minutes) => `Updated every ${minutes} minutes`,
    everyReason: 'We regularly check the marketplace for new and changed orders.',
    never: 'Never synced',
  },
  copy: 'Copy link',
  copied: 'Link to this page copied',
  copyFailed: 'Your browser doesn’t allow copying. Copy the address from the address bar.',
  unknown: 'Shop not found',
  unknownWhy: 'This shop isn’t in your account, or the link you opened is incorrect.',
  back: 'View shops',
  runs: 'Sync runs',
  runsWhat: 'Syncs you started or that followed a new connection, and our scheduled syncs.',
  noRuns: 'No syncs yet',
  columns: { started: 'Started', state: 'Result', took: 'Duration', rows: 'Synced' },
  states: { running: 'Running', succeeded: 'Succeeded', failed: 'Incomplete' },
  scheduled: (syncCount) => (syncCount === 1 ? 'Automatic' : `Automatic, ${syncCount} syncs`),
  rows: {
    shop: (count) => pluralize(count, 'shop profile'),
    products: (count) => pluralize(count, 'product'),
    orders: (count) => pluralize(count, 'order'),
    ads: (count) => pluralize(count, 'campaign or ad', 'campaigns and ads'),
    insights: (count) => pluralize(count, 'row of ad data', 'rows of ad data'),
    returns: (count) => pluralize(count, 'return'),
    settlements: (count) => pluralize(count, 'settlement transaction'),
    other: (count) => pluralize(count, 'record'),
  },
  until: (time) => `Until ${time}`,
  nothingNew: 'Nothing new',
  notCounted: 'Not recorded',
  problem: (stream, message) => `${stream}: ${message}`,
  seconds: (count) => `${count} s`,
  minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  hours: (hours, minutes) => `${hours} h ${minutes} min`,
  reference: (id) => `Reference ${id}`,
  changes: 'Connection changes',
  kinds: {
    linked: 'Connected',
    linked_again: 'Reconnected',
    needs_reauthorization: 'The marketplace no longer allows access',
    disconnected: 'Disconnected',
  },
  otherKind: 'Other change',
  by: { you: 'by you', colleague: 'by a teammate', system: 'by the system' },
  more: 'Show older',
  shown: (shown, total) => `${shown} of ${total}`,
  failed: 'Couldn’t load this section.',
};

export const texts = language === 'en' ? en : vi;
