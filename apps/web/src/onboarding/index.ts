export { computeSetup, nextSetupPath, withProfile, type Setup, type SetupStep } from './setup.ts';
export { NoShop } from './NoShop.tsx';
export { SetupBar } from './SetupBar.tsx';
export { useSetup } from './useSetup.ts';
export { useChecklist } from './useChecklist.ts';
