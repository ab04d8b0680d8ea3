export { createFolderOfRun as default } from './src/prepared-product.ts';
