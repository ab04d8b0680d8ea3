import { usableByEveryone } from './accessibility.ts';
import { startProduct, withoutShops } from './product.ts';

usableByEveryone('guests', () => startProduct({ env: withoutShops }));
