export { PasswordScreen as default } from './PasswordScreen.tsx';
