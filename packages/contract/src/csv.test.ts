import { expect, it } from 'vitest';
import { formatCsvLine, guardFormula } from './csv.ts';

it.each(['=1+1', '+84901', '-2+3', '@cmd', '\t=1', '\tx', '\r=1', ' =1', '＝1', "'quoted"])(
  'guards %j, which a spreadsheet would run or take for guarded',
  (text) => expect(guardFormula(text)).toBe(`'${text}`),
);

it.each(['Hoa Mai', '2026-11-11T00:00:00.000Z', 'a=b', '', '-2', '-449999.5', '12'])(
  'leaves %j as it is: texts, and negative amounts that a spreadsheet adds up',
  (text) => expect(guardFormula(text)).toBe(text),
);

it('quotes commas, quotes, line breaks and outer spaces', () => {
  expect(formatCsvLine(['a,b', 'say "hi"', 'x\ny', ' z', 'Áo'])).toBe(
    '"a,b","say ""hi""","x\ny"," z",Áo\r\n',
  );
});
