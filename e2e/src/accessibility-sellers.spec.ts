import { testAccessibility } from './accessibility.ts';
import { startPreparedProduct } from './prepared-product.ts';
import { tinyWorldEnv, noDemoShopsEnv } from './product.ts';

testAccessibility('sellers', () =>
  startPreparedProduct({ env: { ...noDemoShopsEnv, ...tinyWorldEnv } }),
);
