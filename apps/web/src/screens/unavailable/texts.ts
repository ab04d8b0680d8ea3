import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Unavailable partner',
  text: (partner) =>
    `${partner} can’t be connected right now. This connection isn’t available yet.`,
  unknown: 'The link you opened doesn’t lead to a partner that Seller Connect supports.',
  others: 'In the meantime, you can connect the partners that are available.',
  back: 'View partners',
};

export const texts = language === 'en' ? en : vi;
