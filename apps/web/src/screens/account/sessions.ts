export { SessionsScreen as default } from './SessionsScreen.tsx';
