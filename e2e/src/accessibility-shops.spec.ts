import { usableByEveryone } from './accessibility.ts';
import { startProduct } from './product.ts';

usableByEveryone('shops', () => startProduct());
