/** Spreadsheets detect UTF-8 by this mark. */
export const byteOrderMark = '\uFEFF';

const formulaStart = /^\s*[=+\-@\t\r＝＋－＠]/u;
const isDecimal = /^-?\d+(\.\d+)?$/;

/**
 * Formats one line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading
 * apostrophe, because names of shops and users are untrusted input. Negative amounts stay numbers.
 */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(text: string): string {
  const harmless = formulaStart.test(text) && !isDecimal.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
