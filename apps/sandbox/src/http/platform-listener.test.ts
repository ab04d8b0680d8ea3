import { describe, expect, it } from 'vitest';
import { wireText } from './platform-listener.ts';

describe('wireText', () => {
  it('survives being sent as latin1 bytes', () => {
    for (const text of ['', 'ATC-XL', 'Đầm hoa nhí', 'Nguyễn Thị Hoa Mai 🌸', 'Café']) {
      for (const written of [wireText(text), wireText(text)]) {
        expect(Buffer.from(written, 'latin1').toString('utf8')).toBe(text);
      }
    }
  });
});
