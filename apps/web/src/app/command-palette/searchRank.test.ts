import { describe, expect, it } from 'vitest';
import { searchItems } from './searchRank.ts';

const items = [
  { name: 'Liên kết gian hàng', keywords: 'connect shop' },
  { name: 'Đồng bộ ngay', keywords: 'sync' },
  { name: 'Đóng góp' },
  { name: 'Giao diện tối', keywords: 'theme dark' },
  { name: 'Đăng xuất', keywords: 'sign out logout' },
];
const names = (query: string) => searchItems(items, query).map((item) => item.name);

describe('searchItems', () => {
  it('ignores case and diacritics, including đ', () => {
    expect(names('dong')).toEqual(['Đồng bộ ngay', 'Đóng góp']);
    expect(names('DANG XUAT')).toEqual(['Đăng xuất']);
  });

  it('ranks exact diacritics first', () => {
    expect(names('đóng')).toEqual(['Đóng góp', 'Đồng bộ ngay']);
  });

  it('ranks the start of a name before its middle, and keywords last', () => {
    expect(names('gian')).toEqual(['Liên kết gian hàng']);
    expect(searchItems([{ name: 'Xa gian' }, { name: 'Gian hàng' }], 'gian')[0]?.name).toBe(
      'Gian hàng',
    );
    expect(names('logout')).toEqual(['Đăng xuất']);
  });

  it('matches words in any order, and nothing if one is missing', () => {
    expect(names('toi giao dien')).toEqual(['Giao diện tối']);
    expect(names('giao dien sang')).toEqual([]);
  });

  it('returns all items in order for an empty search', () => {
    expect(names('  ')).toEqual(items.map((item) => item.name));
  });
});
