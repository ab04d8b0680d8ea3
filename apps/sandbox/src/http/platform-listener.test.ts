import { describe, expect, it } from 'vitest';
import { wireText } from './platform-listener.ts';

describe('a text for the wire', () => {
  it('is the same UTF-8 once its letters are sent as bytes', () => {
    for (const text of ['', 'ATC-XL', 'Đầm hoa nhí', 'Nguyễn Thị Hoa Mai 🌸', 'Café']) {
      for (const written of [wireText(text), wireText(text)]) {
        expect(Buffer.from(written, 'latin1').toString('utf8')).toBe(text);
      }
    }
  });
});
