import type { ExtrasTexts } from './texts.vi.ts';

/** Texts of what the chart shows beside the metric in English. */
export const en: ExtrasTexts = {
  target: 'Target',
  note: (text) => `Note: ${text}`,
  shopNote: (shop, text) => `Note (${shop}): ${text}`,
};
