import type { AppearanceTexts } from './texts.vi.ts';

export const en: AppearanceTexts = {
  title: 'Appearance',
  intro: 'Light or dark, brand colour and language, on this device.',
  mode: 'Theme',
  modeText: 'Light, dark, or as the device says.',
  color: 'Brand colour',
  colorText:
    'The accent of buttons, links and charts. Its shades are adjusted so that text stays readable.',
  own: 'Another colour',
  ownHelp: 'A colour code such as #1677ff',
  pick: 'Pick from the palette',
  use: 'Use this colour',
  changed: 'The brand colour is changed',
  undo: 'Undo',
  reset: 'Use the default colour',
  preview: 'Preview',
  previewButton: 'Save profile',
  previewLink: 'See the report',
  language: 'Language',
  languageText: 'The page reloads when you change the language.',
  presets: {
    default: 'Blue',
    page: 'Your company’s colour',
    indigo: 'Indigo',
    teal: 'Teal',
    green: 'Green',
    orange: 'Orange',
    rose: 'Rose',
    custom: 'Own colour',
  },
};
