export { CallbackScreen as default } from './CallbackScreen.tsx';
