export { BrandScreen as default } from './BrandScreen.tsx';
