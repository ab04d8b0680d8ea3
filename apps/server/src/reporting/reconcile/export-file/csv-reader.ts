import { CsvError, parse } from 'csv-parse/sync';
import { maxRowCharacters } from './limits.ts';
import { fileProblems } from './problems.ts';

/**
 * The rows of a CSV file: UTF-8, UTF-16 or Windows-1258; commas, semicolons or tabs. Each row is given on as soon as it
 * is read, and none is kept.
 * @throws Problem 422 when it is no text, or a row never ends.
 */
export function readText(file: Buffer, onRow: (cells: string[]) => void): void {
  const text = decode(file);
  if (text.includes('\0')) throw fileProblems.broken();
  try {
    parse(text, {
      delimiter: delimiterOf(text),
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
    // Windows writes tone marks as letters of their own.
    return new TextDecoder('windows-1258').decode(file).normalize('NFC');
  }
}

/** What separates the first line's cells most often, outside quotes. */
function delimiterOf(text: string): string {
  const line =
    text
      .slice(0, 20_000)
      .split(/\r?\n/)
      .find((each) => each.trim() !== '') ?? '';
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: bare.split(mark).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.mark ?? ',';
}
