import { describe, expect, it } from 'vitest';
import { Problem } from '../platform/http/problem.ts';
import { applyBrandChange, parseNewBrand } from './brand-rules.ts';

function faultsOf(work: () => unknown): Record<string, unknown> {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error.details ?? {};
    throw error;
  }
  return {};
}

describe('a new brand', () => {
  it('spec 3: has name, code and status, normalized however they were typed', () => {
    const typed = { name: '  Trà  Đạo '.normalize('NFD'), code: ' tra_dao-1 ' };
    expect(parseNewBrand(typed, 'vi')).toEqual({
      name: 'Trà Đạo'.normalize('NFC'),
      code: 'TRA_DAO-1',
      status: 'Active',
    });
    expect(parseNewBrand({ ...typed, status: 'Inactive' }, 'vi').status).toBe('Inactive');
  });

  it('spec 5: reports missing fields with the generic message, field by field', () => {
    expect(faultsOf(() => parseNewBrand({ name: ' \t', code: '' }, 'en'))).toEqual({
      name: 'Please enter brand name',
      code: 'Please enter brand code',
    });
    expect(faultsOf(() => parseNewBrand({}, 'vi'))).toEqual({
      name: 'Vui lòng nhập tên thương hiệu',
      code: 'Vui lòng nhập mã thương hiệu',
    });
  });

  it.each(['A', 'TRÀ', 'HOA MAI', '-HOA', 'HOA/MAI', 'X'.repeat(33)])(
    'refuses the code %j and explains the rule',
    (code) => {
      const { code: message } = faultsOf(() => parseNewBrand({ name: 'Hoa', code }, 'en'));
      expect(message).toMatch(/2 to 32 characters/);
    },
  );

  it('refuses the code that is the path of the screen for new brands', () => {
    expect(faultsOf(() => parseNewBrand({ name: 'New', code: 'new' }, 'en'))).toHaveProperty(
      'code',
    );
  });
});

describe('a change of a brand', () => {
  const brand = { code: 'HOA', name: 'Hoa', status: 'Active', version: 3 } as const;

  it('leaves unnamed fields unchanged', () => {
    expect(applyBrandChange(brand, { version: 3, status: 'Inactive' }, 'vi')).toEqual({
      ...brand,
      status: 'Inactive',
    });
    expect(applyBrandChange(brand, { version: 3, name: ' Hoa  Lan ' }, 'vi').name).toBe('Hoa Lan');
  });

  it('refuses an empty or too long name', () => {
    for (const name of [' ', 'x'.repeat(121)]) {
      expect(faultsOf(() => applyBrandChange(brand, { version: 3, name }, 'vi'))).toHaveProperty(
        'name',
      );
    }
  });
});
