import { choose } from '../../texts/index.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

export const texts = choose(vi, en);
