export { OrderScreen as default } from './detail/OrderScreen.tsx';
