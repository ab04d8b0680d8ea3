export { ShopScreen as default } from './ShopScreen.tsx';
