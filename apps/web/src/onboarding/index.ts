export { nextSetupPath, useSetup, withProfile } from './setup.ts';
export { NoShop } from './NoShop.tsx';
export { SetupHero } from './SetupHero.tsx';
export { SetupBar } from './SetupBar.tsx';
