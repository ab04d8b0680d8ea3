export { ProfileSettings as default } from './ProfileSettings.tsx';
