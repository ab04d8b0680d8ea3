export { ReferScreen as default } from './InvalidReferScreen.tsx';
