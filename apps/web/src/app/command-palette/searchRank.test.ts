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

describe('searching the commands', () => {
  it('asks for neither case nor marks, đ among them', () => {
    expect(names('dong')).toEqual(['Đồng bộ ngay', 'Đóng góp']);
    expect(names('DANG XUAT')).toEqual(['Đăng xuất']);
  });

  it('puts first what was typed with its marks', () => {
    expect(names('đóng')).toEqual(['Đóng góp', 'Đồng bộ ngay']);
  });

  it('puts the start of a name before the middle of one, and other words last', () => {
    expect(names('gian')).toEqual(['Liên kết gian hàng']);
    expect(searchItems([{ name: 'Xa gian' }, { name: 'Gian hàng' }], 'gian')[0]?.name).toBe(
      'Gian hàng',
    );
    expect(names('logout')).toEqual(['Đăng xuất']);
  });

  it('takes words in any order, and finds nothing where one is missing', () => {
    expect(names('toi giao dien')).toEqual(['Giao diện tối']);
    expect(names('giao dien sang')).toEqual([]);
  });

  it('shows everything, as it stands, to whoever has typed nothing', () => {
    expect(names('  ')).toEqual(items.map((item) => item.name));
  });
});
