import { selectLocale } from '../../../i18n/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

/** Texts of the progress of a sync, in the page's language. */
export const texts = selectLocale(vi, en);
