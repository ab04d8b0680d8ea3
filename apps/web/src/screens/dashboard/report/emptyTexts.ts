import { selectLocale } from '../../../i18n/index.ts';
import { en } from './emptyTexts.en.ts';
import { vi } from './emptyTexts.vi.ts';

export const texts = selectLocale(vi, en);
