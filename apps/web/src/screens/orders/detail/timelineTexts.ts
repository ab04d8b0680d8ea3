import { selectLocale } from '../../../i18n/index.ts';
import { en } from './timelineTexts.en.ts';
import { vi } from './timelineTexts.vi.ts';

export const texts = selectLocale(vi, en);
