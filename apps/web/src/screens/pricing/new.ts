export { NewPriceScreen as default } from './NewPriceScreen.tsx';
