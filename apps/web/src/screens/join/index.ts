export { JoinScreen as default } from './JoinScreen.tsx';
