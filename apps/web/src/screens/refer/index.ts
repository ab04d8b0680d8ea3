export { InvalidReferScreen as default } from './InvalidReferScreen.tsx';
