import { describe, expect, it } from 'vitest';
import { groupDigits, formatMoneyInput, parseMoney } from './parseMoney.ts';

describe('parseMoney', () => {
  it.each([
    ['1234567', '1234567'],
    ['1.234.567 ₫', '1234567'],
    ['₫1,234,567', '1234567'],
    [' 159 000 đ ', '159000'],
    ['159.000 VND', '159000'],
    ['250.000 đồng', '250000'],
    ['250.000 đồng'.normalize('NFD'), '250000'],
    ['1.234', '1234'],
    ['000', '0'],
    ['007', '7'],
  ])('parses %j as %s', (text, amount) => {
    expect(parseMoney(text)).toEqual({ amount });
  });

  it.each([
    ['', 'empty'],
    [' ₫ ', 'empty'],
    ['1,5', 'decimals'],
    ['1.234,50', 'decimals'],
    ['1.5', 'decimals'],
    ['1.23.456', 'unreadable'],
    ['1.234,567', 'unreadable'],
    ['-5', 'unreadable'],
    ['5tr', 'unreadable'],
    ['1e6', 'unreadable'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseMoney(text)).toEqual({ problem });
  });
});

describe('formatMoneyInput', () => {
  const after = (previous: string, next: string, isSeparatorTyped = false) =>
    formatMoneyInput(next, { previous, isSeparatorTyped, separator: '.' });

  it.each([
    ['a digit at the end', '1.234', '1.2345', '12.345'],
    ['a digit in the middle', '1.234', '1.9234', '19.234'],
    ['a deleted digit', '1.234', '1.23', '123'],
    ['deleting everything', '1', '', ''],
    ['a pasted amount', '', '1.234.567 ₫', '1.234.567'],
    ['a pasted amount of the other language', '', '1,234,567', '1.234.567'],
    ['a corrected amount', '1,5', '15', '15'],
  ])('groups digits after %s', (_, previous, next, text) => {
    expect(after(previous, next)).toBe(text);
  });

  it('keeps a typed separator and what follows it', () => {
    expect(after('1', '1,', true)).toBe('1,');
    expect(after('1,', '1,5')).toBe('1,5');
    expect(after('1', '1.', true)).toBe('1.');
    expect(after('1.', '1.5')).toBe('1.5');
  });
});

describe('groupDigits', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['1234', '1.234'],
    ['1234567', '1.234.567'],
  ])('groups %j as %j', (digits, text) => {
    expect(groupDigits(digits, '.')).toBe(text);
  });
});
