import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import {
  maxBytesBetweenTags,
  maxCellCharacters,
  maxColumns,
  maxElementDepth,
  maxZipEntries,
  maxSharedCharacters,
  maxSharedStrings,
  maxSheets,
  maxUnpackedBytes,
} from './limits.ts';
import { fileProblems } from './problems.ts';

type ZipEntries = Map<string, yauzl.Entry>;

/** Receives the rows of a workbook. */
export interface SheetReader {
  /** Called before each visible sheet; false ends reading. */
  onSheet(): boolean;
  onRow(cells: string[]): void;
}

/**
 * Reads the rows of a workbook's sheets as text. Numbers keep their written form, so that no amount becomes a float.
 * Parts are streamed and never unpacked as a whole. The parser does not expand entities of a document type.
 * @throws Problem 422 for a file that is not a workbook or is too large when unpacked
 */
export async function readWorkbook(
  file: Buffer,
  reader: SheetReader,
): Promise<{ createdAt: Date | null; from1904: boolean }> {
  const zip = await openZip(file);
  try {
    const parts = await readEntries(zip);
    const unpacked = { bytes: 0 };
    const read = (name: string, handlers: Handlers) => {
      const entry = parts.get(name);
      return entry ? parse(zip, entry, handlers, unpacked) : Promise.resolve();
    };
    const { sheets, from1904 } = await readSheetList(parts, read);
    const shared = await readSharedStrings(read);
    for (const sheet of sheets) {
      if (!reader.onSheet()) break;
      await readSheetRows(sheet, read, shared, (cells) => reader.onRow(cells));
    }
    return { createdAt: await readCreatedAt(read), from1904 };
  } finally {
    zip.close();
  }
}

async function openZip(file: Buffer): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // `validateEntrySizes` rejects entries whose size differs from the declared one.
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
    yauzl.fromBuffer(file, options, (error, zip) =>
      error ? reject(toFileProblem(error)) : resolve(zip),
    );
  });
}

function toFileProblem(error: unknown): Error {
  return error instanceof Error && error.name === 'Problem' ? error : fileProblems.broken();
}

async function readEntries(zip: yauzl.ZipFile): Promise<ZipEntries> {
  const parts: ZipEntries = new Map();
  let claimed = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: unknown) => reject(toFileProblem(error)));
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: yauzl.Entry) => {
      claimed += entry.uncompressedSize;
      if (parts.size >= maxZipEntries || claimed > maxUnpackedBytes) {
        reject(fileProblems.tooMuchContent());
        return;
      }
      if ((entry.generalPurposeBitFlag & 1) === 1) {
        reject(fileProblems.oldExcel());
        return;
      }
      parts.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

interface Handlers {
  open?(name: string, attributes: Record<string, string>): void;
  text?(text: string): void;
  close?(name: string): void;
}
type Read = (name: string, handlers: Handlers) => Promise<void>;

/** Parses a part. Phonetic runs (`rPh`) only say how a text is pronounced: their text is skipped. */
async function parse(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  handlers: Handlers,
  unpacked: { bytes: number },
): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  let sinceTag = 0;
  let isPhonetic = false;
  parser.on('opentag', (tag) => {
    sinceTag = 0;
    depth += 1;
    if (depth > maxElementDepth) throw fileProblems.broken();
    const name = localName(tag.name);
    if (name === 'rPh') isPhonetic = true;
    handlers.open?.(name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    sinceTag = 0;
    depth -= 1;
    const name = localName(tag.name);
    if (name === 'rPh') isPhonetic = false;
    handlers.close?.(name);
  });
  parser.on('text', (text) => {
    if (!isPhonetic) handlers.text?.(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  try {
    const stream = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const chunk of stream) {
      unpacked.bytes += chunk.length;
      if (unpacked.bytes > maxUnpackedBytes) throw fileProblems.tooMuchContent();
      sinceTag += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (sinceTag > maxBytesBetweenTags) throw fileProblems.cellTooLong();
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw toFileProblem(error);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns the visible sheets in order, and whether serial dates count from 1904. */
async function readSheetList(
  parts: ZipEntries,
  read: Read,
): Promise<{ sheets: string[]; from1904: boolean }> {
  const ids: (string | undefined)[] = [];
  const targets = new Map<string, string>();
  let usesDate1904 = false;
  await read('xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet' && attributes['state'] === undefined && ids.length < maxSheets) {
        ids.push(attributes['r:id']);
      }
      if (name === 'workbookPr') usesDate1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  await read('xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || !Id || !Target) return;
      targets.set(Id, Target);
      if (targets.size > maxZipEntries) throw fileProblems.tooMuchContent();
    },
  });
  const sheetTargets = ids.flatMap((id) => (id && targets.get(id)) ?? []);
  const sheets = (sheetTargets.length > 0 ? sheetTargets : ['worksheets/sheet1.xml'])
    .map((target) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`))
    .filter((path) => parts.has(path));
  if (sheets.length === 0) throw fileProblems.broken();
  return { sheets: [...new Set(sheets)], from1904: usesDate1904 };
}

async function readSharedStrings(read: Read): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  let text = '';
  let inText = false;
  await read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
    },
    text(part) {
      if (!inText) return;
      text += part;
      if (text.length > maxCellCharacters) throw fileProblems.cellTooLong();
    },
    close(name) {
      if (name === 'si') {
        texts.push(text);
        characters += text.length;
        if (texts.length > maxSharedStrings || characters > maxSharedCharacters) {
          throw fileProblems.tooMuchContent();
        }
      } else if (name === 't') inText = false;
    },
  });
  return texts;
}

/** Returns the zero-based column of a reference: `BC12` is column 54. */
function columnIndex(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const alphabetIndex = character.charCodeAt(0) - 64;
    if (alphabetIndex < 1 || alphabetIndex > 26) break;
    column = column * 26 + alphabetIndex;
  }
  return column - 1;
}

async function readSheetRows(
  sheet: string,
  read: Read,
  shared: readonly string[],
  onRow: (cells: string[]) => void,
): Promise<void> {
  let row: string[] = [];
  let column = -1;
  let type = '';
  let value = '';
  let inValue = false;
  await read(sheet, {
    open(name, attributes) {
      if (name === 'row') {
        row = [];
        column = -1;
      } else if (name === 'c') {
        column = attributes['r'] ? columnIndex(attributes['r']) : column + 1;
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') inValue = true;
    },
    text(part) {
      if (!inValue) return;
      value += part;
      if (value.length > maxCellCharacters) throw fileProblems.cellTooLong();
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'c' && column >= 0 && column < maxColumns) {
        while (row.length < column) row.push('');
        row[column] = valueOf(type, value, shared);
      } else if (name === 'row') onRow(row);
    },
  });
}

function valueOf(type: string, value: string, shared: readonly string[]): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type !== 'n') return value;
  // Three decimals would be taken for thousands.
  return expandNumber(value).replace(/\.\d{3}$/, '$&0');
}

/** Spreadsheets keep 15 digits of a number. */
const maxExactDigits = 15;

/**
 * Writes a whole number in full if a spreadsheet keeps all its digits, otherwise in scientific notation: writers of
 * workbooks choose freely between the two.
 */
function expandNumber(value: string): string {
  const [, whole = '', part = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:E\+?(\d{1,2}))?$/i.exec(value) ?? [];
  const size = whole.length + Number(power);
  if (whole === '') return value;
  if (size > maxExactDigits) return `${whole[0]}.${whole.slice(1)}${part}E${size - 1}`;
  if (power === '0') return value;
  const digits = (whole + part).padEnd(size, '0');
  return digits.length === size ? digits : `${digits.slice(0, size)}.${digits.slice(size)}`;
}

async function readCreatedAt(read: Read): Promise<Date | null> {
  let text = '';
  let inCreated = false;
  await read('docProps/core.xml', {
    open(name) {
      inCreated = name === 'created';
    },
    text(part) {
      if (inCreated && text.length < 40) text += part;
    },
    close() {
      inCreated = false;
    },
  });
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at);
}
