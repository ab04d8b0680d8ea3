import { usableByEveryone } from './accessibility.ts';
import { startProduct, withFewOrders } from './product.ts';

usableByEveryone('shops', () => startProduct({ env: withFewOrders }));
