export { OrdersScreen as default } from './OrdersScreen.tsx';
