import type { SetupTexts } from './texts.vi.ts';

export const en: SetupTexts = {
  label: 'First steps',
  position: (step, all) => `Step ${step} of ${all}`,
  finished: 'All done',
  steps: {
    profile: 'Profile',
    connect: 'Connect shops',
    sync: 'First synchronisation',
    done: 'All done',
  },
  states: { done: 'done', current: 'current step', later: 'not done yet' },
  noShop: 'No shop is connected yet',
  noShopText: 'Connect a shop to begin.',
  connect: 'Connect a shop',
};
