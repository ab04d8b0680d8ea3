import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';
import {
  maxBytesBetweenTags,
  maxCellCharacters,
  maxColumns,
  maxElementDepth,
  maxParts,
  maxSharedCharacters,
  maxSharedTexts,
  maxSheets,
  maxUnpackedBytes,
} from './limits.ts';
import { fileProblem } from './problems.ts';

type Parts = Map<string, yauzl.Entry>;

/** Takes a workbook's rows. */
export interface SheetReader {
  /** Called before each visible sheet; false ends the reading. */
  onSheet(): boolean;
  onRow(cells: string[]): void;
}

/**
 * Reads the rows of a workbook's sheets, cell by cell as text: numbers as they are written, so that no amount becomes a
 * float. Read part by part and never unpacked whole; entities of a document type are unknown to the parser.
 * @throws Problem 422 for anything but a workbook, and for one that is too large when unpacked.
 */
export async function readWorkbook(
  file: Buffer,
  reader: SheetReader,
): Promise<{ createdAt: Date | null; from1904: boolean }> {
  const zip = await open(file);
  try {
    const parts = await partsOf(zip);
    const unpacked = { bytes: 0 };
    const read = (name: string, handlers: Handlers) => {
      const entry = parts.get(name);
      return entry ? parse(zip, entry, handlers, unpacked) : Promise.resolve();
    };
    const { sheets, from1904 } = await contents(parts, read);
    const shared = await sharedTexts(read);
    for (const sheet of sheets) {
      if (!reader.onSheet()) break;
      await sheetRows(sheet, read, shared, (cells) => reader.onRow(cells));
    }
    return { createdAt: await creation(read), from1904 };
  } finally {
    zip.close();
  }
}

async function open(file: Buffer): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    // Sizes that turn out otherwise than the archive claims are refused while reading.
    const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false };
    yauzl.fromBuffer(file, options, (error, zip) => (error ? reject(broken(error)) : resolve(zip)));
  });
}

function broken(error: unknown): Error {
  return error instanceof Error && error.name === 'Problem' ? error : fileProblem.broken();
}

async function partsOf(zip: yauzl.ZipFile): Promise<Parts> {
  const parts: Parts = new Map();
  let claimed = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: unknown) => reject(broken(error)));
    zip.on('end', () => resolve(parts));
    zip.on('entry', (entry: yauzl.Entry) => {
      claimed += entry.uncompressedSize;
      if (parts.size >= maxParts || claimed > maxUnpackedBytes) {
        reject(fileProblem.tooMuchContent());
        return;
      }
      if ((entry.generalPurposeBitFlag & 1) === 1) {
        reject(fileProblem.oldExcel());
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

async function parse(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  handlers: Handlers,
  unpacked: { bytes: number },
): Promise<void> {
  const parser = new SaxesParser();
  let depth = 0;
  let sinceTag = 0;
  parser.on('opentag', (tag) => {
    sinceTag = 0;
    depth += 1;
    if (depth > maxElementDepth) throw fileProblem.broken();
    handlers.open?.(local(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag) => {
    sinceTag = 0;
    depth -= 1;
    handlers.close?.(local(tag.name));
  });
  parser.on('text', (text) => handlers.text?.(text));
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
      if (unpacked.bytes > maxUnpackedBytes) throw fileProblem.tooMuchContent();
      sinceTag += chunk.length;
      parser.write(decoder.decode(chunk, { stream: true }));
      if (sinceTag > maxBytesBetweenTags) throw fileProblem.cellTooLong();
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw broken(error);
  }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The visible sheets in their order, and from when days are counted. */
async function contents(
  parts: Parts,
  read: Read,
): Promise<{ sheets: string[]; from1904: boolean }> {
  const ids: (string | undefined)[] = [];
  const targets = new Map<string, string>();
  let from1904 = false;
  await read('xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet' && attributes['state'] === undefined && ids.length < maxSheets) {
        ids.push(attributes['r:id']);
      }
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  await read('xl/_rels/workbook.xml.rels', {
    open(name, { Id, Target }) {
      if (name !== 'Relationship' || !Id || !Target) return;
      targets.set(Id, Target);
      if (targets.size > maxParts) throw fileProblem.tooMuchContent();
    },
  });
  const named = ids.flatMap((id) => (id && targets.get(id)) ?? []);
  const sheets = (named.length > 0 ? named : ['worksheets/sheet1.xml'])
    .map((target) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`))
    .filter((path) => parts.has(path));
  if (sheets.length === 0) throw fileProblem.broken();
  return { sheets: [...new Set(sheets)], from1904 };
}

async function sharedTexts(read: Read): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  let text = '';
  let inText = false;
  let isPhonetic = false;
  await read('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') inText = !isPhonetic;
    },
    text(part) {
      if (!inText) return;
      text += part;
      if (text.length > maxCellCharacters) throw fileProblem.cellTooLong();
    },
    close(name) {
      if (name === 'si') {
        texts.push(text);
        characters += text.length;
        if (texts.length > maxSharedTexts || characters > maxSharedCharacters) {
          throw fileProblem.tooMuchContent();
        }
      } else if (name === 'rPh') isPhonetic = false;
      else if (name === 't') inText = false;
    },
  });
  return texts;
}

/** `BC12` is column 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

async function sheetRows(
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
        column = attributes['r'] ? columnOf(attributes['r']) : column + 1;
        type = attributes['t'] ?? 'n';
        value = '';
      } else if (name === 'v' || name === 't') inValue = true;
    },
    text(part) {
      if (!inValue) return;
      value += part;
      if (value.length > maxCellCharacters) throw fileProblem.cellTooLong();
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
  return type === 'n' ? plainNumber(value) : value;
}

/** A spreadsheet keeps so many digits of a number. */
const maxExactDigits = 15;

/**
 * A whole number in full where a spreadsheet keeps all its digits, and as a power of ten where it does not: whoever
 * writes a workbook chooses freely between the two.
 */
function plainNumber(value: string): string {
  const [, whole = '', part = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:E\+?(\d{1,2}))?$/i.exec(value) ?? [];
  const size = whole.length + Number(power);
  if (whole === '') return value;
  if (size > maxExactDigits) return `${whole[0]}.${whole.slice(1)}${part}E${size - 1}`;
  if (power === '0') return value;
  const digits = (whole + part).padEnd(size, '0');
  return digits.length === size ? digits : `${digits.slice(0, size)}.${digits.slice(size)}`;
}

async function creation(read: Read): Promise<Date | null> {
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
