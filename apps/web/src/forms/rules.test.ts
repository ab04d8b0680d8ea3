import { describe, expect, it } from 'vitest';
import { en } from '../i18n/texts/formMessages.ts';
import { vi } from '../i18n/texts/formMessages.vi.ts';
import {
  validate,
  day,
  entries,
  length,
  matches,
  notBlank,
  ofType,
  oneOf,
  required,
  size,
  type FieldValue,
  type Rule,
} from './index.ts';

const judge = (rules: Rule | Rule[], value: FieldValue, messages = en) =>
  validate({ field: value }, { field: { label: 'Code', rules: [rules].flat() } }, messages).field ??
  null;

describe('spec 5: the generic messages of forms', () => {
  it.each([
    ['spec 5: required', required(), '', 'Please enter Code', 'Vui lòng nhập code'],
    ['spec 5: required, of a list', required(), [], 'Please enter Code', 'Vui lòng nhập code'],
    [
      'spec 5: enum',
      oneOf(['vi', 'en'], ['Tiếng Việt', 'English']),
      'fr',
      'Code must be one of: Tiếng Việt, English',
      'Code phải là một trong các giá trị: Tiếng Việt, English',
    ],
    [
      'spec 5: whitespace',
      notBlank(),
      '  \t',
      'Code can’t be blank',
      'Code không được chỉ gồm khoảng trắng',
    ],
    [
      'spec 5: date format',
      day(),
      '2026-11-03',
      'Code must be in day/month/year format, such as 3/11/2026',
      'Code phải theo dạng ngày/tháng/năm, ví dụ 3/11/2026',
    ],
    [
      'spec 5: invalid date',
      day(),
      '31/2/2026',
      'Code isn’t a valid date',
      'Code không phải là ngày có trong lịch',
    ],
    [
      'spec 5: min of a date',
      day({ min: '2026-11-03' }),
      '2/11/2026',
      'Code must be 3/11/2026 or later',
      'Code phải từ ngày 3/11/2026 trở đi',
    ],
    [
      'spec 5: max of a date',
      day({ max: '2026-11-03' }),
      '4/11/2026',
      'Code must be 3/11/2026 or earlier',
      'Code không được sau ngày 3/11/2026',
    ],
    [
      'spec 5: range of a date',
      day({ min: '2026-11-01', max: '2026-11-30' }),
      '1/12/2026',
      'Code must be between 1/11/2026 and 30/11/2026',
      'Code phải trong khoảng từ 1/11/2026 đến 30/11/2026',
    ],
    [
      'spec 5: string length',
      length({ exactly: 3 }),
      'ab',
      'Code must be exactly 3 characters',
      'Code phải có đúng 3 ký tự',
    ],
    [
      'spec 5: min of a string',
      length({ min: 1200 }),
      'ab',
      'Code must be at least 1,200 characters',
      'Code phải có ít nhất 1.200 ký tự',
    ],
    [
      'spec 5: max of a string',
      length({ max: 1 }),
      'ab',
      'Code must be at most 1 character',
      'Code chỉ được có tối đa 1 ký tự',
    ],
    [
      'spec 5: range of a string',
      length({ min: 3, max: 5 }),
      'ab',
      'Code must be between 3 and 5 characters',
      'Code phải có từ 3 đến 5 ký tự',
    ],
    [
      'spec 5: number length',
      size({ exactly: 3 }),
      '4',
      'Code must be exactly 3',
      'Code phải bằng 3',
    ],
    [
      'spec 5: min of a number',
      size({ min: 0.5 }),
      '0,4',
      'Code must be 0.5 or more',
      'Code phải từ 0,5 trở lên',
    ],
    [
      'spec 5: max of a number',
      size({ max: 100 }),
      '101',
      'Code must be 100 or less',
      'Code không được lớn hơn 100',
    ],
    [
      'spec 5: range of a number',
      size({ min: 0, max: 100 }),
      '-1',
      'Code must be between 0 and 100',
      'Code phải từ 0 đến 100',
    ],
    [
      'spec 5: array length',
      entries({ exactly: 2 }),
      ['a'],
      'Code must have exactly 2 entries',
      'Code phải có đúng 2 mục',
    ],
    [
      'spec 5: min of an array',
      entries({ min: 1 }),
      [],
      'Code must have at least 1 entry',
      'Code phải có ít nhất 1 mục',
    ],
    [
      'spec 5: max of an array',
      entries({ max: 1 }),
      ['a', 'b'],
      'Code must have at most 1 entry',
      'Code chỉ được có tối đa 1 mục',
    ],
    [
      'spec 5: range of an array',
      entries({ min: 1, max: 2 }),
      ['a', 'b', 'c'],
      'Code must have between 1 and 2 entries',
      'Code phải có từ 1 đến 2 mục',
    ],
    [
      'spec 5: pattern mismatch',
      matches(/^[A-Z]+$/, 'A–Z'),
      'ab',
      'Code must match this format: A–Z',
      'Code phải theo mẫu: A–Z',
    ],
  ] as const)('%s', (_, rule, value, english, vietnamese) => {
    expect(judge(rule, value, en)).toBe(english);
    expect(judge(rule, value, vi)).toBe(vietnamese);
  });

  it.each([
    ['number', 'ten', 'Code must be a number', 'Code phải là một số'],
    ['integer', '1,5', 'Code must be a whole number', 'Code phải là số nguyên'],
    [
      'email',
      'a@b',
      'Code must be a valid email address, such as name@company.vn',
      'Code chưa đúng, ví dụ ten@congty.vn',
    ],
    [
      'phone',
      '12345',
      'Code must be a valid phone number, such as 0912 345 678 or +84 912 345 678',
      'Code chưa đúng, ví dụ 0912 345 678 hoặc +84 912 345 678',
    ],
    [
      'url',
      'javascript:alert(1)',
      'Code must be a valid web address, such as https://company.vn',
      'Code chưa đúng, ví dụ https://congty.vn',
    ],
    [
      'color',
      'blue',
      'Code must be a color code, such as #1677ff',
      'Code phải là mã màu, ví dụ #1677ff',
    ],
  ] as const)('spec 5: type %s', (type, value, english, vietnamese) => {
    expect(judge(ofType(type), value, en)).toBe(english);
    expect(judge(ofType(type), value, vi)).toBe(vietnamese);
  });

  it('spec 5: the English required message is verbatim', () => {
    expect(en.required('${label}')).toBe('Please enter ${label}');
  });

  it('spec 5: every message exists in both languages', () => {
    const leaves = (tree: object, path = ''): string[] =>
      Object.entries(tree).flatMap(([name, leaf]: [string, unknown]) =>
        typeof leaf === 'object' && leaf !== null
          ? leaves(leaf, `${path}${name}.`)
          : [`${path}${name}`],
      );
    expect(leaves(en)).toEqual(leaves(vi));
    expect(leaves(vi)).toEqual(expect.arrayContaining(['required', 'array.range', 'pattern']));
  });
});

describe('rules', () => {
  it.each([
    ['required', required(), ' '],
    ['not blank', notBlank(), ''],
    ['one of', oneOf(['vi']), 'vi'],
    ['day', day({ min: '2026-11-03', max: '2026-11-03' }), '3/11/2026'],
    ['length in graphemes', length({ exactly: 2 }), '👍ế'.normalize('NFD')],
    ['size', size({ min: 0, max: 100 }), '100'],
    ['entries', entries({ max: 1 }), ['a']],
    ['pattern, tested repeatedly', matches(/a/g, 'a'), 'a'],
    ['email', ofType('email'), 'ban@congty.com.vn'],
    ['phone', ofType('phone'), '0912 345 678'],
    ['url', ofType('url'), 'https://congty.vn/bao-cao'],
    ['integer', ofType('integer'), '-12'],
    ['color', ofType('color'), '#1677FF'],
  ] as const)('%s accepts a valid value', (_, rule, value) => {
    expect(judge(rule, value)).toBeNull();
    expect(judge(rule, value)).toBeNull();
  });

  it('accept an empty optional value', () => {
    const rules = [oneOf(['vi']), day(), length({ min: 3 }), size({ min: 1 }), ofType('email')];
    expect(judge(rules, '')).toBeNull();
  });

  it('refuse an ambiguous number', () => {
    expect(judge(size({ max: 10 }), '1.234')).toBe(en.type.number('Code'));
  });

  it('return the first message of each field, and the field’s own message if given', () => {
    const errors = validate(
      { name: '', code: ' ', note: '' },
      {
        name: { label: 'Name', rules: [required('Please enter your name!'), length({ min: 3 })] },
        code: { label: 'Code', rules: [required(), notBlank(), length({ min: 3 })] },
        note: { label: 'Note', rules: [length({ max: 10 })] },
      },
      en,
    );
    expect(errors).toEqual({ name: 'Please enter your name!', code: 'Code can’t be blank' });
  });
});
