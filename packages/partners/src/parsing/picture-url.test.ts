import { expect, it } from 'vitest';
import { firstOf, parsePictureUrl } from './picture-url.ts';

it('returns the first URL that a browser could open', () => {
  expect(parsePictureUrl('', null, '//salt.tikicdn.com/a.jpg', 'https://b.example/')).toBe(
    'https://salt.tikicdn.com/a.jpg',
  );
  expect(parsePictureUrl('data:image/png;base64,AA', 'file:///etc/passwd', 'a.jpg', 7)).toBeNull();
  expect(parsePictureUrl(`https://a.example/${'x'.repeat(2000)}`)).toBeNull();
  expect(firstOf(['a', 'b'])).toBe('a');
  expect(firstOf('a')).toBeUndefined();
});
