export { AppearanceScreen as default } from './AppearanceScreen.tsx';
