import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/index.ts';
import { fieldErrorsOf, missingFields, valuesOf } from './form.ts';
import { en } from './texts.en.ts';
import { vi } from './texts.vi.ts';

const empty = { email: '', phoneNumber: '', business: '', purpose: '' };

describe('the profile form', () => {
  it('spec 5: has the specified required messages', () => {
    expect(missingFields(empty, en.required)).toEqual({
      email: 'Please enter your email!',
      phoneNumber: 'Please enter your phone number!',
      business: 'Please enter your business!',
      purpose: 'Please enter your purpose!',
    });
  });

  it('names only what is missing', () => {
    const values = { ...empty, email: 'a@b.test', business: 'Hoa', purpose: 'Báo cáo' };
    expect(missingFields(values, vi.required)).toEqual({ phoneNumber: vi.required.phoneNumber });
  });

  it('takes blanks for nothing and stores composed letters', () => {
    const data = new FormData();
    data.set('email', '  ');
    data.set('business', 'Nhà hàng'.normalize('NFD'));
    expect(valuesOf(data)).toEqual({ ...empty, business: 'Nhà hàng'.normalize('NFC') });
  });

  it('shows the server’s words at their fields and ignores what is no field', () => {
    const failure = new ApiFailure(400, { details: { phoneNumber: 'Chưa đúng', other: 'x' } });
    expect(fieldErrorsOf(failure)).toEqual({ phoneNumber: 'Chưa đúng' });
  });
});
