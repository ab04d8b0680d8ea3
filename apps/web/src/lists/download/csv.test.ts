import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes CSV and escapes formulas, but not negative amounts', () => {
  expect(toCsv([['Áo "Huế", nón', '=1+1', '-12.5', '@x']])).toBe(
    `\uFEFF"Áo ""Huế"", nón",'=1+1,-12.5,'@x\r\n`,
  );
});
