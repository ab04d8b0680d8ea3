export { GoogleScreen as default } from './GoogleScreen.tsx';
