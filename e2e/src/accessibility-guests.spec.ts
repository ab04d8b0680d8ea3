import { testAccessibility } from './accessibility.ts';
import { startPreparedProduct } from './prepared-product.ts';
import { noDemoShopsEnv } from './product.ts';

testAccessibility('guests', () => startPreparedProduct({ env: noDemoShopsEnv }));
