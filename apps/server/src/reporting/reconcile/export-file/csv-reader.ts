import { CsvError, parse } from 'csv-parse/sync';
import { maxHeadingRows, maxRowCharacters } from './limits.ts';
import { fileProblems } from './problems.ts';

/**
 * Reads the rows of a CSV file: UTF-8, UTF-16 or Windows-1258; commas, semicolons or tabs. Rows are passed on one by
 * one and not stored.
 * @throws Problem 422 for a file that is not text, or a row that is too long
 */
export function readText(file: Buffer, onRow: (cells: string[]) => void): void {
  const text = decode(file);
  if (text.includes('\0')) throw fileProblems.broken();
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRowCharacters,
      on_record(cells: string[]) {
        onRow(cells);
        return null;
      },
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'Problem') throw error;
    if (error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE') {
      throw fileProblems.rowTooLong();
    }
    throw fileProblems.broken();
  }
}

function decode(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file[0] === 0xfe && file[1] === 0xff) return new TextDecoder('utf-16be').decode(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    // Windows-1258 encodes tone marks as separate characters.
    return new TextDecoder('windows-1258').decode(file).normalize('NFC');
  }
}

const separators = [',', ';', '\t'];

/** Returns the separator that occurs most often, outside quotes, in one of the first lines: titles precede headings. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n|\r/, maxHeadingRows)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const countOf = (mark: string) => Math.max(...lines.map((line) => line.split(mark).length));
  return separators.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ',';
}
