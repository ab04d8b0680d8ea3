export { TeamScreen as default } from './TeamScreen.tsx';
