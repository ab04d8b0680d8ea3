export { ConnectScreen as default } from './ConnectScreen.tsx';
