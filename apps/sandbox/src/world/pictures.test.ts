import { expect, it } from 'vitest';
import { drawPicture, pictureFile } from './pictures.ts';
import { catalogue } from './shops/catalogue.ts';

it('draws a PNG file for each product of the catalogue', () => {
  const files = new Set(catalogue.map(pictureFile));
  expect(files.size).toBeGreaterThan(40);
  const pictures = [...files].map((file) => drawPicture(file));
  for (const picture of pictures) expect(picture?.subarray(1, 4).toString()).toBe('PNG');
  expect(new Set(pictures.map((picture) => picture?.toString('base64'))).size).toBe(files.size);
});

it.each(['keyboard-9.png', 'nothing-1.png', 'toString-1.png', '1.png', ''])(
  'returns no picture for "%s"',
  (file) => expect(drawPicture(file)).toBeNull(),
);
