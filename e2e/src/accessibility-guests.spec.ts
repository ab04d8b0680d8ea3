import { testAccessibility } from './accessibility.ts';
import { startProduct, noDemoShopsEnv } from './product.ts';

testAccessibility('guests', () => startProduct({ env: noDemoShopsEnv }));
