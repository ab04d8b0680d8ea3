import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestBy, toE4 } from './decimalAmounts.ts';
import { createFormats } from './formats.ts';
import type { Language } from './language.ts';

const currencies = { VND: 0, USD: 2, SGD: 2, MYR: 2, THB: 2, IDR: 0, PHP: 2 } as const;
type Code = keyof typeof currencies;
const names = Object.keys(currencies).filter((name): name is Code => name in currencies);

const separators: Record<Language, { group: string; decimal: string }> = {
  vi: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
};
const units: Record<Language, readonly [string, number][]> = {
  vi: [
    ['\u00a0nghìn', 3],
    ['\u00a0triệu', 6],
    ['\u00a0tỷ', 9],
  ],
  en: [
    ['K', 3],
    ['M', 6],
    ['B', 9],
  ],
};

/** Parses a formatted amount to ten-thousandths, independently of the code under test. */
function readBack(language: Language, number: string): bigint {
  const { group, decimal } = separators[language];
  const unit = units[language].find(([name]) => number.endsWith(name));
  const bare = unit ? number.slice(0, -unit[0].length) : number;
  const plain = bare.replaceAll(group, '').replace(decimal, '.').replace('−', '-');
  expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
  const [whole = '0', fraction = ''] = plain.replace('-', '').split('.');
  const power = 4 + (unit?.[1] ?? 0);
  const size = BigInt(whole + fraction) * 10n ** BigInt(power - fraction.length);
  return plain.startsWith('-') ? -size : size;
}

const language = fc.constantFrom<Language>('vi', 'en');
const currency = fc.constantFrom(...names);
const size = fc.oneof(
  fc.bigInt({ min: -20_000n, max: 20_000n }),
  fc.bigInt({ min: -200_000_000n, max: 200_000_000n }),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
);
/** Formats ten-thousandths as a decimal string of the contract. */
function amountText(e4: bigint): string {
  const digits = String(e4 < 0n ? -e4 : e4).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return `${e4 < 0n ? '-' : ''}${digits.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`}`;
}
const absolute = (value: bigint) => (value < 0n ? -value : value);

describe('money of every currency', () => {
  it('formats exact amounts to the minor unit', () => {
    fc.assert(
      fc.property(language, currency, size, (spoken, code, e4) => {
        const { group, decimal } = separators[spoken];
        const written = createFormats(spoken).money(amountText(e4), code);
        const number = written.replaceAll(/[^\d.,−]/g, '').replace(/^−?/, e4 < 0n ? '-' : '');
        const [, fraction = ''] = number.split(decimal);
        const exponent = code === 'IDR' ? fraction.length : currencies[code];
        expect(fraction).toHaveLength(exponent);
        const back = BigInt(number.replaceAll(group, '').replace(decimal, '').replace('-', ''));
        const off = absolute(back * 10n ** BigInt(4 - exponent) - absolute(e4));
        // No minor unit is lost, not even those of the rupiah that are usually omitted.
        const minor = code === 'IDR' ? 100n : 10n ** BigInt(4 - exponent);
        expect(off * 2n <= minor).toBe(true);
      }),
    );
  });

  it('shortens amounts to three significant digits, and small ones to the minor unit', () => {
    fc.assert(
      fc.property(language, currency, size, (spoken, code, e4) => {
        const { number } = createFormats(spoken).shortMoney(amountText(e4), code);
        const off = absolute(readBack(spoken, number) - e4);
        const minor = 10n ** BigInt(4 - currencies[code]);
        const isSmall = absolute(e4) < 100_000_000n - minor;
        expect(off * 2n <= minor || (!isSmall && off * 200n <= absolute(e4))).toBe(true);
        if (isSmall && currencies[code] > 0) expect(number).toMatch(/[.,]\d\d$/);
        const isBelowThousandBillion = absolute(e4) < 999n * 10n ** 13n;
        if (!isSmall && isBelowThousandBillion) {
          expect(number.replaceAll(/\D/g, '').length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('labels every tick of an axis exactly and uniquely', () => {
    // Axes like those of charts: round steps, zero among the ticks, no step below a minor unit.
    const axis = fc.record({
      factor: fc.constantFrom(1, 2, 2.5, 3, 5),
      power: fc.integer({ min: -2, max: 13 }),
      below: fc.integer({ min: 0, max: 3 }),
      above: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(language, currency, axis, (spoken, code, { factor, power, below, above }) => {
        const { minStep, axisText } = createFormats(spoken).moneyAxis(code);
        const step = Math.max(1, Math.ceil((factor * 10 ** power) / minStep - 1e-6)) * minStep;
        const ticks = Array.from({ length: below + above + 1 }, (_, at) => (at - below) * step);
        const labels = ticks.map((tick) => axisText(tick, ticks));
        expect(new Set(labels).size).toBe(labels.length);
        for (const [index, label] of labels.entries()) {
          const back = Number(readBack(spoken, label)) / 10_000;
          expect(Math.abs(back - (ticks[index] ?? 0))).toBeLessThanOrEqual(step * 1e-6);
        }
      }),
    );
  });

  it.each([
    ['USD', '0.35', '0,35 USD', 'USD 0.35'],
    ['MYR', '999.6', '999,60 RM', 'RM 999.60'],
    ['SGD', '18.75', '18,75 SGD', 'SGD 18.75'],
    ['THB', '9999.996', '10 nghìn ฿', '฿10K'],
    ['PHP', '12345.5', '12,3 nghìn ₱', '₱12.3K'],
    ['IDR', '9500', '9.500 Rp', 'Rp 9,500'],
    ['VND', '10260000', '10,3 triệu ₫', '₫10.3M'],
    ['VND', '100600000', '101 triệu ₫', '₫101M'],
    ['VND', '9994000', '9,99 triệu ₫', '₫9.99M'],
    ['VND', '18.75', '19 ₫', '₫19'],
  ])('shortens %s %s', (code, amount, vietnamese, english) => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(plain(createFormats('vi').shortMoney(amount, code).text)).toBe(vietnamese);
    expect(plain(createFormats('en').shortMoney(amount, code).text)).toBe(english);
  });

  it('formats rupiah without decimals, and an odd fraction in full', () => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(plain(createFormats('en').money('125000', 'IDR'))).toBe('Rp 125,000');
    expect(plain(createFormats('vi').money('125000.5', 'IDR'))).toBe('125.000,50 Rp');
  });

  it('labels quarters of a ringgit distinctly', () => {
    const { axisText } = createFormats('en').moneyAxis('MYR');
    const ticks = [0, 0.25, 0.5, 0.75, 1];
    expect(ticks.map((tick) => axisText(tick, ticks))).toEqual([
      '0.00',
      '0.25',
      '0.50',
      '0.75',
      '1.00',
    ]);
  });

  it('has a distinct sign for every currency', () => {
    const signs = [...names, 'AUD', 'HKD', 'TWD', 'JPY', 'CNY'].map(
      (code) => createFormats('vi').shortMoney('1', code).sign,
    );
    expect(new Set(signs).size).toBe(signs.length);
  });
});

describe('amounts', () => {
  it('compares and adds beyond the precision of a double', () => {
    expect(toE4('900719925474.0993') - toE4('900719925474.0992')).toBe(1n);
    expect(toE4('-1.5')).toBe(-15_000n);
    expect(toE4(null)).toBe(0n);
    const days = ['9007199254740992', null, '9007199254740993', '-1'];
    expect(largestBy(days, (day) => day)).toBe('9007199254740993');
    expect(largestBy(['0', '-3'], (day) => day)).toBeUndefined();
  });
});
