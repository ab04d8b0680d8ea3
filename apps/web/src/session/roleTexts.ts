import { selectLocale } from '../i18n/index.ts';
import { en } from './roleTexts.en.ts';
import { vi } from './roleTexts.vi.ts';

export const roleTexts = selectLocale(vi, en);
