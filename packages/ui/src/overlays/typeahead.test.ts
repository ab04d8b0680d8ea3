import { describe, expect, it } from 'vitest';
import { findTypeaheadMatch } from './typeahead.ts';

const menu = ['Hồ sơ', 'Đổi mật khẩu', 'Đăng xuất', 'Cài đặt', 'Ứng dụng'];
const find = (typed: string, at = -1) => menu[findTypeaheadMatch(menu, at, typed)];

describe('typeahead', () => {
  it('finds labels without their marks, and with them', () => {
    expect(find('c')).toBe('Cài đặt');
    expect(find('d')).toBe('Đổi mật khẩu');
    expect(find('đ')).toBe('Đổi mật khẩu');
    expect(find('u')).toBe('Ứng dụng');
    expect(find('DA')).toBe('Đăng xuất');
  });

  it('goes on to the next label with the same letter, and around', () => {
    expect(find('d', 1)).toBe('Đăng xuất');
    expect(find('d', 2)).toBe('Đổi mật khẩu');
    expect(find('dd', 1)).toBe('Đăng xuất');
  });

  it('takes a letter twice for a beginning where a label has it', () => {
    expect(findTypeaheadMatch(['Anna', 'Aaron', 'Ari'], 0, 'aa')).toBe(1);
    expect(findTypeaheadMatch(['Anna', 'Ari'], 0, 'aa')).toBe(1);
  });

  it('stays on a label while more of its beginning is typed, spaces as well', () => {
    expect(find('doi m', 1)).toBe('Đổi mật khẩu');
    expect(find('dang ', 2)).toBe('Đăng xuất');
  });

  it('finds nothing for what no label begins with', () => {
    expect(find('x')).toBeUndefined();
    expect(find(' ')).toBeUndefined();
    expect(findTypeaheadMatch([], -1, 'a')).toBe(-1);
  });
});
