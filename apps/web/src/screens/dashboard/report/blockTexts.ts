import { selectLocale } from '../../../i18n/index.ts';
import { en } from './blockTexts.en.ts';
import { vi } from './blockTexts.vi.ts';

/** Texts of blocks that are loaded after the metrics, in the page's language. */
export const blockTexts = selectLocale(vi, en);
