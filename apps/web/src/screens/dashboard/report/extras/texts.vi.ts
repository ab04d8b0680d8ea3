/** Texts of what the chart shows beside the metric; the source language. */
export const vi = {
  target: 'Mục tiêu',
  note: (text: string) => `Ghi chú: ${text}`,
  shopNote: (shop: string, text: string) => `Ghi chú (${shop}): ${text}`,
};

export type ExtrasTexts = typeof vi;
