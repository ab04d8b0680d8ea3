import { usableByEveryone } from './accessibility.ts';
import { startProduct, withoutShops } from './product.ts';

usableByEveryone('sellers', () => startProduct({ env: withoutShops }));
