export { PricingScreen as default } from './PricingScreen.tsx';
