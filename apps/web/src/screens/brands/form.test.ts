import { describe, expect, it } from 'vitest';
import { validate } from '../../forms/index.ts';
import { parseBrand, suggestCode, rulesOf, valuesOf } from './form.ts';
import { vi } from './texts.vi.ts';

describe('the form of a brand', () => {
  it('spec 3: is sent as name, code and status', () => {
    const data = new FormData();
    data.set('name', 'Gốm'.normalize('NFD'));
    data.set('code', ' GOM ');
    data.set('status', 'Inactive');
    expect(valuesOf(data)).toEqual({
      name: 'Gốm'.normalize('NFC'),
      code: 'GOM',
      status: 'Inactive',
    });
  });

  it.each([
    ['Gốm Bát Tràng Mới', 'GOM-BAT-TRANG-MOI'],
    ['Đường  &  Sữa', 'DUONG-SUA'],
    ['…', ''],
    ['Thương hiệu có một cái tên rất là dài', 'THUONG-HIEU-CO-MOT-CAI-TEN-RAT-L'],
  ])('suggests for %s the code %s', (name, code) => {
    expect(suggestCode(name)).toBe(code);
  });

  it('spec 5: names each invalid field', () => {
    const errors = validate({ name: ' ', code: 'ĐẸP', status: 'Active' }, rulesOf(vi));
    expect(Object.keys(errors)).toEqual(['name', 'code']);
    expect(validate({ name: 'Hoa', code: 'HOA-1', status: 'Active' }, rulesOf(vi))).toEqual({});
  });
});

it('parses the newer brand of a conflict, and nothing else', () => {
  const brand = {
    code: 'HOA',
    name: 'Hoa',
    status: 'Active',
    version: 2,
    createdAt: '2026-11-11T00:00:00.000Z',
    updatedAt: '2026-11-12T00:00:00.000Z',
  };
  expect(parseBrand(brand)).toEqual(brand);
  expect(parseBrand({ ...brand, status: 'active' })).toBeNull();
  expect(parseBrand(null)).toBeNull();
  expect(parseBrand('x')).toBeNull();
});
