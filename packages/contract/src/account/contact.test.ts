import { describe, expect, it } from 'vitest';
import { formatPhone, isEmail, toE164 } from './contact.ts';

describe('contact details', () => {
  it.each(['ban@congty.vn', 'a.b+c@x.com.vn', 'tên@miền.vn'])('isEmail accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(['khong-phai-email', 'a@b', '@b.vn', 'a b@c.vn', `${'a'.repeat(250)}@b.vn`])(
    'isEmail refuses %s',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );

  it.each([
    ['0912345678', '+84912345678'],
    ['0912.345.678', '+84912345678'],
    ['+84 912 345 678', '+84912345678'],
    ['+84 0912 345 678', '+84912345678'],
    ['0084912345678', '+84912345678'],
    ['024 3825 1234', '+842438251234'],
    ['+65 6123 4567', '+6561234567'],
    ['12345', null],
    ['0912', null],
    ['+84 abc', null],
    ['', null],
  ])('toE164 converts %s to %s', (typed, stored) => {
    expect(toE164(typed)).toBe(stored);
  });

  it.each([
    ['+84912345678', '0912 345 678'],
    ['+842438251234', '024 3825 1234'],
    ['+6561234567', '+6561234567'],
    ['', ''],
  ])('formatPhone formats %s as %s', (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown);
  });

  it('toE164 accepts what formatPhone returns', () => {
    for (const stored of ['+84912345678', '+842438251234']) {
      expect(toE164(formatPhone(stored))).toBe(stored);
    }
  });
});
