import { describe, expect, it } from 'vitest';
import { formatCsvLine } from './csv.ts';

describe('a CSV line', () => {
  it('quotes commas, quotes and line breaks', () => {
    expect(formatCsvLine(['a,b', 'say "hi"', 'x\ny'])).toBe('"a,b","say ""hi""","x\ny"\r\n');
  });

  it.each(['=1+1', '+84', '-2+3', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
    'escapes %j, which a spreadsheet would execute',
    (text) => expect(formatCsvLine([text])).toBe(`"'${text}"\r\n`),
  );

  it('leaves negative amounts numbers, which a spreadsheet adds up', () => {
    expect(formatCsvLine(['-2', '-449999.5'])).toBe('"-2","-449999.5"\r\n');
  });

  it('leaves ordinary text unchanged', () => {
    expect(formatCsvLine(['Hoa Mai', '2026-11-11T00:00:00.000Z', 'a=b'])).toBe(
      '"Hoa Mai","2026-11-11T00:00:00.000Z","a=b"\r\n',
    );
  });
});
