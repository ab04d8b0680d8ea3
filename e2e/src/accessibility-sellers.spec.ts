import { testAccessibility } from './accessibility.ts';
import { startProduct, tinyWorldEnv, noDemoShopsEnv } from './product.ts';

testAccessibility('sellers', () => startProduct({ env: { ...noDemoShopsEnv, ...tinyWorldEnv } }));
