export { MoneyScreen as default } from './MoneyScreen.tsx';
