import { en } from './formMessages.en.ts';
import { vi } from './formMessages.vi.ts';
import { selectLocale } from '../language.ts';

export type { FormMessages, ValueType } from './formMessages.vi.ts';

/** Generic form messages (spec 5) in the page's language. */
export const formMessages = selectLocale(vi, en);
