import { selectLocale } from '../../../i18n/index.ts';
import { en } from './dialogTexts.en.ts';
import { vi } from './dialogTexts.vi.ts';

/** Texts of the dialog, which is loaded when it is opened, in the page's language. */
export const dialogTexts = selectLocale(vi, en);
