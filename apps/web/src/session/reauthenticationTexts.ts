import { selectLocale } from '../i18n/index.ts';
import { en } from './reauthenticationTexts.en.ts';
import { vi } from './reauthenticationTexts.vi.ts';

export const reauthenticationTexts = selectLocale(vi, en);
