/** Loaded once somebody has an ad account: most people's Home does without it. */
export { AdsBlock as default } from './AdsSection.tsx';
