import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/index.ts';
import { check, fieldErrorsOf } from '../../forms/index.ts';
import { fields, rulesOf, valuesOf } from './form.ts';
import { en as formWords } from '../../texts/formMessages.en.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const empty = { email: '', phoneNumber: '', business: '', purpose: '' };

describe('the profile form', () => {
  it('spec 5: has the specified required messages', () => {
    expect(check(empty, rulesOf(en))).toEqual({
      email: 'Please enter your email!',
      phoneNumber: 'Please enter your phone number!',
      business: 'Please enter your business!',
      purpose: 'Please enter your purpose!',
    });
  });

  it('names only what is missing', () => {
    const values = { ...empty, email: 'a@b.test', business: 'Hoa', purpose: 'Báo cáo' };
    expect(check(values, rulesOf(vi))).toEqual({ phoneNumber: vi.required.phoneNumber });
  });

  it('spec 5: says in the server’s words what is no address and no number', () => {
    const values = { email: 'a@b', phoneNumber: '12345', business: 'Hoa', purpose: 'Báo cáo' };
    expect(check(values, rulesOf(en), formWords)).toEqual({
      email: 'Email is not a valid email address, such as name@company.vn',
      phoneNumber:
        'Phone number is not a valid phone number, such as 0912 345 678 or +84 912 345 678',
    });
  });

  it('takes blanks for nothing and stores composed letters', () => {
    const data = new FormData();
    data.set('email', '  ');
    data.set('business', 'Nhà hàng'.normalize('NFD'));
    expect(valuesOf(data)).toEqual({ ...empty, business: 'Nhà hàng'.normalize('NFC') });
  });

  it('shows the server’s words at their fields and ignores what is no field', () => {
    const failure = new ApiFailure(400, { details: { phoneNumber: 'Chưa đúng', other: 'x' } });
    expect(fieldErrorsOf(failure, fields)).toEqual({ phoneNumber: 'Chưa đúng' });
  });
});
