import { selectLocale } from '../../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

/** Texts of errors in the page's language, which are loaded with the page of an error. */
export const errorTexts = selectLocale(vi, en);
