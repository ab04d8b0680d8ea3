export { DashboardScreen as default } from './DashboardScreen.tsx';
