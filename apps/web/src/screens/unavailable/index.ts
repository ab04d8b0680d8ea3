export { UnavailableScreen as default } from './UnavailableScreen.tsx';
