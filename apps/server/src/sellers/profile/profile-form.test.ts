import { describe, expect, it } from 'vitest';
import { Problem } from '../../platform/http/problem.ts';
import { parseProfileForm } from './profile-form.ts';

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

  it('names all missing fields at once', () => {
    expect(Object.keys(faults({}) ?? {})).toEqual(['email', 'phoneNumber', 'business', 'purpose']);
  });
});

describe('the profile form', () => {
  it('spec 5: reports an invalid email address and phone number in the wording of the front end', () => {
    expect(faults({ ...good, email: 'a@b', phoneNumber: '12345' })).toEqual({
      email: 'Email must be a valid email address, such as name@company.vn',
      phoneNumber:
        'Phone number must be a valid phone number, such as 0912 345 678 or +84 912 345 678',
    });
  });

  it('stores the phone number in E.164 and text in NFC', () => {
    expect(parseProfileForm({ ...good, business: 'Thời trang'.normalize('NFD') }, 'vi')).toEqual({
      ...good,
      phoneNumber: '+84912345678',
      business: 'Thời trang'.normalize('NFC'),
    });
  });

  it.each(['khong-phai-email', 'a@b', '@b.vn', 'a b@c.vn'])(
    'refuses %s as an email address',
    (email) => {
      expect(faults({ ...good, email })).toHaveProperty('email');
    },
  );
});
