import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { DeflatedPart } from './deflated-part.ts';

it('compresses text longer than its buffer without splitting a character', async () => {
  const pieces: Uint8Array[] = [];
  const part = new DeflatedPart('sheet.xml');
  part.ondata = (_, piece) => pieces.push(piece);
  // The four-byte characters follow one, two or three bytes, so that one straddles the end of the buffer in each
  // text.
  const texts = ['a', 'ab', 'abc'].map((start) => start + '🧧'.repeat(40_000));
  for (const text of texts) await part.write(text);
  await part.end();
  const whole = inflateRawSync(Buffer.concat(pieces)).toString('utf8');
  expect(whole).toBe(texts.join(''));
  expect(part.size).toBe(Buffer.byteLength(whole));
});
