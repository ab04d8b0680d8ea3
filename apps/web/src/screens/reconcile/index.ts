export { ReconcileScreen as default } from './ReconcileScreen.tsx';
