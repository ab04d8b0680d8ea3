import { testAccessibility } from './accessibility.ts';
import { startProduct, tinyWorldEnv } from './product.ts';

testAccessibility('shops', () => startProduct({ env: tinyWorldEnv }));
