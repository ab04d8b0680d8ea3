import { usableByEveryone } from './accessibility.ts';
import { startProduct, withFewOrders, withoutShops } from './product.ts';

usableByEveryone('sellers', () => startProduct({ env: { ...withoutShops, ...withFewOrders } }));
