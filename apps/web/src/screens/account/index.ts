export { AccountScreen as default } from './AccountScreen.tsx';
