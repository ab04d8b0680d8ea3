export { CheckScreen as default } from './result/ReconciliationScreen.tsx';
