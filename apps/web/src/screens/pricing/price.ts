export { PriceScreen as default } from './PriceScreen.tsx';
