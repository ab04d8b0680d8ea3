import { testAccessibility } from './accessibility.ts';
import { startPreparedProduct } from './prepared-product.ts';
import { noShopsEnv } from './product.ts';

testAccessibility('guests', () => startPreparedProduct({ env: noShopsEnv }));
