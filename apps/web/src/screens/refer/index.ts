export { ReferScreen as default } from './ReferScreen.tsx';
