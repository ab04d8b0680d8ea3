import { describe, expect, it } from 'vitest';
import { check } from '../../forms/index.ts';
import { brandFrom, codeFor, rulesOf, valuesOf } from './form.ts';
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
    expect(codeFor(name)).toBe(code);
  });

  it('spec 5: says of each field what is wrong', () => {
    const errors = check({ name: ' ', code: 'ĐẸP', status: 'Active' }, rulesOf(vi));
    expect(Object.keys(errors)).toEqual(['name', 'code']);
    expect(check({ name: 'Hoa', code: 'HOA-1', status: 'Active' }, rulesOf(vi))).toEqual({});
  });
});

it('reads the newer brand of a refused save, and nothing that is none', () => {
  const brand = {
    code: 'HOA',
    name: 'Hoa',
    status: 'Active',
    version: 2,
    createdAt: '2026-11-11T00:00:00.000Z',
    updatedAt: '2026-11-12T00:00:00.000Z',
  };
  expect(brandFrom(brand)).toEqual(brand);
  expect(brandFrom({ ...brand, status: 'active' })).toBeNull();
  expect(brandFrom(null)).toBeNull();
  expect(brandFrom('x')).toBeNull();
});
