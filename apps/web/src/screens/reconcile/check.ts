export { ReconciliationScreen as default } from './result/ReconciliationScreen.tsx';
