/** Loaded once somebody has an ad account: most people's Home does without it. */
export { AdsSection as default } from './AdsSection.tsx';
