export { DoneScreen as default } from './DoneScreen.tsx';
