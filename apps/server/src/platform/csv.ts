/** Spreadsheets detect UTF-8 by this mark. */
export const byteOrderMark = '\uFEFF';

/**
 * Formats one line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading
 * apostrophe, because names of shops and users are untrusted input.
 */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(quoteCell).join(',')}\r\n`;
}

function quoteCell(text: string): string {
  const harmless = /^\s*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
