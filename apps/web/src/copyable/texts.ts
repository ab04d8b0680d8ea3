import { selectLocale } from '../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

export const texts = selectLocale(vi, en);
