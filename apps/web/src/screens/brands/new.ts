export { NewBrandScreen as default } from './NewBrandScreen.tsx';
