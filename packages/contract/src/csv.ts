/** Spreadsheets detect UTF-8 by this mark. Excel on Windows garbles Vietnamese without it. */
export const byteOrderMark = '\uFEFF';

/** How formulas begin in spreadsheets, and the apostrophe, which looks like an existing guard. */
const guardedStart = /^(?:'|\s*[=+\-@\t\r＝＋－＠])/u;
const isDecimal = /^-?\d+(\.\d+)?$/;

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula, or that begins with an apostrophe.
 * Negative amounts stay numbers. Removing one leading apostrophe from every text restores the texts.
 */
export function guardFormula(text: string): string {
  return guardedStart.test(text) && !isDecimal.test(text) ? `'${text}` : text;
}

/** Formats a line of a CSV file (RFC 4180). Pass texts from outside through `guardFormula`. */
export function formatCsvLine(fields: readonly string[]): string {
  // One empty field would be a blank line, which readers skip.
  return `${fields.map(quoteField).join(',') || '""'}\r\n`;
}

function quoteField(text: string): string {
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
