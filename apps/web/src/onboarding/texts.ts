import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  label: 'Setup steps',
  position: (step, all) => `Step ${step} of ${all}`,
  finished: 'All done',
  steps: {
    profile: 'Profile',
    connect: 'Connect shops',
    sync: 'First sync',
    done: 'All done',
  },
  states: { done: 'done', current: 'current step', later: 'not started' },
  noShop: 'No shops connected yet',
  noShopText: 'Connect a shop to get started.',
  connect: 'Connect a shop',
};

export const texts = language === 'en' ? en : vi;
