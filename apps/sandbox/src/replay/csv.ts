/**
 * Streaming parser of comma-separated values that also returns the line on which each record begins. A broken record
 * does not affect the rest of the file: an unclosed quote costs only its own line.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */

/** Maximum lines of a quoted field. Beyond that, its quote counts as unclosed. */
const maxLinesPerRecord = 50;

interface CsvRecord {
  /** Counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

interface CsvDefect {
  readonly line: number;
  readonly defect: string;
}

export type CsvEntry = CsvRecord | CsvDefect;

const unclosed = 'a quoted field is not closed';
const textAfterQuote = 'text follows a closing quote';

type Split =
  | { readonly kind: 'fields'; readonly fields: readonly string[] }
  | { readonly kind: 'open' }
  | { readonly kind: 'defect' };

function splitQuoted(text: string): Split {
  const fields: string[] = [];
  let position = 0;
  for (;;) {
    if (text[position] !== '"') {
      const comma = text.indexOf(',', position);
      fields.push(text.slice(position, comma < 0 ? text.length : comma));
      if (comma < 0) return { kind: 'fields', fields };
      position = comma + 1;
      continue;
    }
    let value = '';
    let from = position + 1;
    for (;;) {
      const quote = text.indexOf('"', from);
      if (quote < 0) return { kind: 'open' };
      value += text.slice(from, quote);
      if (text[quote + 1] !== '"') {
        position = quote + 1;
        break;
      }
      value += '"';
      from = quote + 2;
    }
    fields.push(value);
    if (position >= text.length) return { kind: 'fields', fields };
    if (text[position] !== ',') return { kind: 'defect' };
    position += 1;
  }
}

function split(text: string): Split {
  return text.includes('"') ? splitQuoted(text) : { kind: 'fields', fields: text.split(',') };
}

/** Parses lines one by one and returns the records that they complete. */
class CsvReader {
  #line = 0;
  #open: { readonly line: number; readonly lines: string[] } | undefined;

  /** Returns the records completed by a line. `text` is without its line end. */
  take(text: string): readonly CsvEntry[] {
    this.#line += 1;
    if (this.#open === undefined) return this.#begin(this.#line, text);
    this.#open.lines.push(text);
    const joined = split(this.#open.lines.join('\n'));
    if (joined.kind === 'open') {
      return this.#open.lines.length > maxLinesPerRecord ? this.#giveUp() : [];
    }
    const { line } = this.#open;
    if (joined.kind === 'defect') return this.#giveUp();
    this.#open = undefined;
    return [{ line, fields: joined.fields }];
  }

  /** Returns the remaining records at the end of the file. */
  end(): readonly CsvEntry[] {
    const entries: CsvEntry[] = [];
    while (this.#open !== undefined) entries.push(...this.#giveUp());
    return entries;
  }

  #begin(line: number, text: string): readonly CsvEntry[] {
    if (text.trim() === '') return [];
    const result = split(text);
    if (result.kind === 'fields') return [{ line, fields: result.fields }];
    if (result.kind === 'defect') return [{ line, defect: textAfterQuote }];
    this.#open = { line, lines: [text] };
    return [];
  }

  /** Reports the line on which the open record began, and parses the following lines again. */
  #giveUp(): readonly CsvEntry[] {
    if (this.#open === undefined) return [];
    const { line, lines } = this.#open;
    this.#open = undefined;
    const entries: CsvEntry[] = [{ line, defect: unclosed }];
    const end = this.#line;
    this.#line = line;
    for (const text of lines.slice(1)) entries.push(...this.take(text));
    this.#line = end;
    return entries;
  }
}

/** Parses a stream of UTF-8 bytes into batches of records. Skips a byte order mark. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly CsvEntry[]> {
  const decoder = new TextDecoder('utf-8');
  const reader = new CsvReader();
  let buffer = '';
  for await (const chunk of chunks) {
    const lines = (buffer + decoder.decode(chunk, { stream: true })).split('\n');
    buffer = lines.pop() ?? '';
    yield lines.flatMap((line) => reader.take(line.endsWith('\r') ? line.slice(0, -1) : line));
  }
  buffer += decoder.decode();
  const last = buffer.endsWith('\r') ? buffer.slice(0, -1) : buffer;
  yield [...(last === '' ? [] : reader.take(last)), ...reader.end()];
}
