import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  up: (name) => `Move “${name}” up`,
  down: (name) => `Move “${name}” down`,
  place: (name, place, count) => `${name}: position ${place} of ${count}`,
};

export const texts = language === 'en' ? en : vi;
