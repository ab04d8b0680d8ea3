/** Loaded only for teams with an ad account; most have none. */
export { AdsSection as default } from './AdsSection.tsx';
