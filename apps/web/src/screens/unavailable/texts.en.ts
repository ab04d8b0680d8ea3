import type { UnavailableTexts } from './texts.vi.ts';

export const en: UnavailableTexts = {
  title: 'Unavailable partner',
  text: (partner) =>
    `${partner} cannot be connected at the moment. This connection is not switched on here yet.`,
  unknown: 'The link that you opened leads to no partner that Seller Connect supports.',
  others: 'Meanwhile you can connect the partners that are ready.',
  back: 'See the partners',
};
