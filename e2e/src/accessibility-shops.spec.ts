import { testAccessibility } from './accessibility.ts';
import { startPreparedProduct } from './prepared-product.ts';
import { tinyWorldEnv } from './product.ts';

testAccessibility('shops', () => startPreparedProduct({ env: tinyWorldEnv }));
