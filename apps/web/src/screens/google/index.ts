export { GoogleScreen as default } from './GoogleCallbackScreen.tsx';
