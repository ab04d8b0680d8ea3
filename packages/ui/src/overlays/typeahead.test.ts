import { describe, expect, it } from 'vitest';
import { findTypeaheadMatch } from './typeahead.ts';

const menu = ['Hồ sơ', 'Đổi mật khẩu', 'Đăng xuất', 'Cài đặt', 'Ứng dụng'];
const find = (typed: string, at = -1) => menu[findTypeaheadMatch(menu, at, typed)];

describe('typeahead', () => {
  it('finds labels with and without their diacritics', () => {
    expect(find('c')).toBe('Cài đặt');
    expect(find('d')).toBe('Đổi mật khẩu');
    expect(find('đ')).toBe('Đổi mật khẩu');
    expect(find('u')).toBe('Ứng dụng');
    expect(find('DA')).toBe('Đăng xuất');
  });

  it('moves to the next label with the same letter, and wraps around', () => {
    expect(find('d', 1)).toBe('Đăng xuất');
    expect(find('d', 2)).toBe('Đổi mật khẩu');
    expect(find('dd', 1)).toBe('Đăng xuất');
  });

  it('treats a repeated letter as a prefix if a label has it', () => {
    expect(findTypeaheadMatch(['Anna', 'Ari', 'Aaron'], 0, 'aa')).toBe(2);
    expect(findTypeaheadMatch(['Anna', 'Ari'], 0, 'aa')).toBe(1);
  });

  it('stays on a label while more of its prefix is typed, including spaces', () => {
    expect(findTypeaheadMatch(['Đổi mật khẩu', 'Đổi tên'], 0, 'doi ')).toBe(0);
    expect(findTypeaheadMatch(['Đổi mật khẩu', 'Đổi tên'], 0, 'doi t')).toBe(1);
    expect(find('dang ', 2)).toBe('Đăng xuất');
  });

  it('finds every label if none is current', () => {
    expect(find('doi m')).toBe('Đổi mật khẩu');
    expect(find('ung')).toBe('Ứng dụng');
  });

  it('finds nothing if no label has the prefix', () => {
    expect(find('x')).toBeUndefined();
    expect(find(' ')).toBeUndefined();
    expect(findTypeaheadMatch([], -1, 'a')).toBe(-1);
  });
});
