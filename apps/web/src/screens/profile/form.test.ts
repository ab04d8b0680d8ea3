import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { validate, toFieldErrors } from '../../forms/index.ts';
import { en as formMessages } from '../../i18n/texts/formMessages.ts';
import {
  businesses,
  isProfileValues,
  toProfileForm,
  other,
  mapServerErrors,
  purposes,
  rulesOf,
  valuesOf,
  type Values,
} from './form.ts';
import { en } from './texts.ts';
import { vi } from './texts.vi.ts';

const nobody = { profile: null, email: null, phone_number: null };
const empty = valuesOf(nobody);
const checked = (values: Values, texts = en) =>
  validate(values, rulesOf(values, texts), formMessages);

describe('the profile form', () => {
  it('spec 5: has the specified required messages', () => {
    expect(checked(empty)).toEqual({
      email: 'Please enter your email!',
      phoneNumber: 'Please enter your phone number!',
      business: 'Please enter your business!',
      purpose: 'Please enter your purpose!',
    });
  });

  it('spec 5: requires the text of "other" with the same message', () => {
    const values = { ...empty, business: other, purpose: other };
    expect(checked(values)).toMatchObject({
      businessOther: 'Please enter your business!',
      purposeOther: 'Please enter your purpose!',
    });
  });

  it('spec 5: counts a text of blanks as missing', () => {
    const values = { ...empty, email: ' ', phoneNumber: '  ', business: other, purpose: other };
    expect(checked({ ...values, businessOther: '\t', purposeOther: '\u00a0' })).toEqual({
      email: 'Please enter your email!',
      phoneNumber: 'Please enter your phone number!',
      businessOther: 'Please enter your business!',
      purposeOther: 'Please enter your purpose!',
    });
  });

  it('returns messages for missing fields only', () => {
    const values = { ...empty, email: 'a@b.test', business: 'fashion', purpose: 'reporting' };
    expect(checked(values, vi)).toEqual({ phoneNumber: vi.required.phoneNumber });
  });

  it('spec 5: refuses an invalid email and phone number with the server’s messages', () => {
    const values = { ...empty, email: 'a@b', phoneNumber: '12345', business: 'food' };
    expect(checked({ ...values, purpose: 'stock' })).toEqual({
      email: 'Email must be a valid email address, such as name@company.vn',
      phoneNumber:
        'Phone number must be a valid phone number, such as 0912 345 678 or +84 912 345 678',
    });
  });

  it('saves the entry of a list, or the seller’s own text in NFC', () => {
    const values = { ...empty, email: ' a@b.test ', phoneNumber: '0912 345 678' };
    const own = 'Nhà hàng'.normalize('NFD');
    expect(
      toProfileForm({ ...values, business: other, businessOther: ` ${own} `, purpose: 'stock' }),
    ).toEqual({
      email: 'a@b.test',
      phoneNumber: '0912 345 678',
      business: 'Nhà hàng'.normalize('NFC'),
      purpose: 'stock',
    });
  });

  it('shows the saved profile, or else what the account has', () => {
    const profile = {
      email: 'a@b.test',
      phoneNumber: '+84912345678',
      business: 'food',
      purpose: 'Khác hẳn',
    };
    expect(valuesOf({ ...nobody, profile })).toEqual({
      email: 'a@b.test',
      phoneNumber: '0912 345 678',
      business: 'food',
      businessOther: '',
      purpose: other,
      purposeOther: 'Khác hẳn',
    });
    const known = { profile: null, email: 'lan@shop.vn', phone_number: '+84912345678' };
    expect(valuesOf(known)).toMatchObject({ email: 'lan@shop.vn', phoneNumber: '0912 345 678' });
    expect(toProfileForm(valuesOf({ ...nobody, profile }))).toEqual({
      ...profile,
      phoneNumber: '0912 345 678',
    });
  });

  it('has a label for every entry of its lists, in both languages', () => {
    for (const texts of [vi, en]) {
      expect(Object.keys(texts.businesses)).toEqual([...businesses, other]);
      expect(Object.keys(texts.purposes)).toEqual([...purposes, other]);
    }
  });

  it('maps the server’s messages to fields and ignores others', () => {
    const failure = new ApiError(400, {
      details: { phoneNumber: 'Chưa đúng', business: 'Dài quá', other: 'x' },
    });
    const found = toFieldErrors(failure, ['email', 'phoneNumber', 'business', 'purpose']);
    expect(mapServerErrors(found, { ...empty, business: other })).toEqual({
      phoneNumber: 'Chưa đúng',
      businessOther: 'Dài quá',
    });
    expect(mapServerErrors(found, empty)).toEqual({
      phoneNumber: 'Chưa đúng',
      business: 'Dài quá',
    });
    const ofPurpose = { purpose: 'Dài quá' };
    expect(mapServerErrors(ofPurpose, { ...empty, purpose: other })).toEqual({
      purposeOther: 'Dài quá',
    });
    expect(mapServerErrors(ofPurpose, empty)).toEqual(ofPurpose);
  });

  it('continues a stored draft only if it has every field', () => {
    expect(isProfileValues({ ...empty })).toBe(true);
    const { purposeOther: _purposeOther, ...older } = empty;
    expect(isProfileValues(older)).toBe(false);
  });
});
