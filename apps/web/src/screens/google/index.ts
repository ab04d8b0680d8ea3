export { GoogleCallbackScreen as default } from './GoogleCallbackScreen.tsx';
