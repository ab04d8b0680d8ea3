import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Get started with Seller Connect',
  lead: 'A few quick steps to see sales from all your shops in one place.',
  hide: 'Hide steps',
  show: 'Show setup steps',
  empty: 'Your sales report will appear here',
  emptyText: 'No shops are connected yet, so there’s no data.',
  steps: 'Setup steps',
  states: { done: 'done', current: 'current step', later: 'not started' },
  profile: 'Complete your profile',
  profileText: 'Email, phone number, business, and purpose of use.',
  profileAction: 'Fill in profile',
  profileDone: 'Your profile is complete.',
  connect: 'Connect a shop',
  connectText:
    'Choose a marketplace, sign in, and allow access to your orders. We only read data and never change anything in your shop.',
  connectAction: 'Connect a shop',
  connectDone: (shops) => `Connected: ${shops}.`,
  sync: 'First sync',
  syncText: 'First data usually arrives within seconds. Older orders follow.',
  syncNow: 'Connecting data, please wait',
  done: 'All done',
  doneText: 'Your report is on this page.',
};

export const texts = language === 'en' ? en : vi;
