import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Appearance',
  intro: 'Theme, brand color, and language on this device.',
  install: 'Install the app',
  installText:
    'Opens from your home screen in its own window, and shows the last report while you’re offline.',
  mode: 'Theme',
  modeText: 'Light, dark, or match your device.',
  color: 'Brand color',
  colorText:
    'The accent color for buttons, links, and charts. Shades are adjusted so text stays readable.',
  own: 'Another color',
  ownHelp: 'Color code, such as #1677ff',
  pick: 'Pick a color',
  use: 'Use this color',
  changed: 'Brand color changed',
  reset: 'Use default color',
  preview: 'Preview',
  previewButton: 'Aa',
  previewLink: 'View report',
  language: 'Language',
  languageText: 'The page reloads when you change the language.',
  presets: {
    default: 'Blue',
    page: 'Your company’s color',
    indigo: 'Indigo',
    teal: 'Teal',
    green: 'Green',
    orange: 'Orange',
    rose: 'Rose',
    custom: 'Custom color',
  },
};

export const texts = language === 'en' ? en : vi;
