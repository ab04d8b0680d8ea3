import { describe, expect, it } from 'vitest';
import { Problem } from '../platform/problem.ts';
import { parseProfileForm, toE164 } from './profile-form.ts';

const good = {
  email: 'ban@congty.vn',
  phoneNumber: '0912 345 678',
  business: 'Thời trang',
  purpose: 'Báo cáo',
};

function faults(body: Parameters<typeof parseProfileForm>[0]) {
  try {
    parseProfileForm(body, 'en');
    return {};
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.details;
  }
}

describe('spec 5: profile required messages', () => {
  it.each([
    ['email', 'Please enter your email!'],
    ['phoneNumber', 'Please enter your phone number!'],
    ['business', 'Please enter your business!'],
    ['purpose', 'Please enter your purpose!'],
  ])('%s', (field, message) => {
    expect(faults({ ...good, [field]: '  ' })).toEqual({ [field]: message });
  });

  it('names every missing field at once', () => {
    expect(Object.keys(faults({}) ?? {})).toEqual(['email', 'phoneNumber', 'business', 'purpose']);
  });
});

describe('the profile form', () => {
  it('stores the phone number in E.164 and composed text', () => {
    expect(parseProfileForm({ ...good, business: 'Thời trang'.normalize('NFD') }, 'vi')).toEqual({
      ...good,
      phoneNumber: '+84912345678',
      business: 'Thời trang'.normalize('NFC'),
    });
  });

  it.each(['khong-phai-email', 'a@b', '@b.vn', 'a b@c.vn'])('refuses %s as an address', (email) => {
    expect(faults({ ...good, email })).toHaveProperty('email');
  });

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
  ])('%s is %s', (typed, stored) => {
    expect(toE164(typed)).toBe(stored);
  });
});
