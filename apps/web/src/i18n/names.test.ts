import { describe, expect, it } from 'vitest';
import { searchKey } from '@seller-connect/ui/searchKey.ts';
import { compareNames } from './index.ts';

describe('spec 1: Vietnamese search and sort order', () => {
  it.each([
    ['Đồng bộ', 'dong bo'],
    ['ĐÀ NẴNG', 'da nang'],
    // Composed, and decomposed as typed on macOS.
    ['Hoa Mai – Mỹ Phẩm'.normalize('NFC'), 'hoa mai – my pham'],
    ['Hoa Mai – Mỹ Phẩm'.normalize('NFD'), 'hoa mai – my pham'],
    ['  Tổng quan ', 'tong quan'],
  ])('the search key of %s is %s', (text, key) => {
    expect(searchKey(text)).toBe(key);
  });

  it('sorts đ after d, and diacritics within their letter', () => {
    const names = ['Đà Nẵng', 'Ân', 'Dung', 'An', 'Ăn', 'Shop 10', 'Shop 9', 'Zalo'];
    expect(names.toSorted(compareNames)).toEqual([
      'An',
      'Ăn',
      'Ân',
      'Dung',
      'Đà Nẵng',
      'Shop 9',
      'Shop 10',
      'Zalo',
    ]);
  });
});
