import type { PictureLinks } from '../pictures/picture-links.ts';

/** Links of no pictures, for servers whose pictures are not tested. */
export const noPictures: PictureLinks = { pathOf: () => null, open: () => null };
