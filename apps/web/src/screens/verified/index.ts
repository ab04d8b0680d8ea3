export { VerifiedScreen as default } from './VerifiedScreen.tsx';
