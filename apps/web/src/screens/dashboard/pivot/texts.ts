import { selectLocale } from '../../../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

/** Texts of the table of shops by week or month, in the page's language. */
export const texts = selectLocale(vi, en);
