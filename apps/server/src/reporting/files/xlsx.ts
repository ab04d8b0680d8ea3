import { Zip } from 'fflate';
import type { Cell } from '../query/read-rows.ts';
import { dayNumber } from '../../platform/calendar.ts';
import { DeflatedPart } from './deflated-part.ts';
import type { FileProperties, Columns, FileField, FileWriter } from './file-format.ts';
import {
  contentTypes,
  escapeXml,
  packageRelations,
  sheetHead,
  sheetTail,
  styles,
  styleIndex,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts';

/** Rows per sheet, including the header (ECMA-376; Excel's limit). */
const rowsPerSheet = 1_048_576;
/** Sheet text is compressed in pieces of about this length. */
const flushCharacters = 1 << 16;
/** Digits that a spreadsheet number holds exactly. */
const maxExactDigits = 15;
/** Serial number of 1970-01-01 in the spreadsheet calendar. */
const epochSerial = 25_569;
const dayMs = 86_400_000;

/**
 * Creates a writer of workbooks (ECMA-376, Office Open XML): ids are text, days and instants (in UTC) are dates,
 * amounts are numbers while a number holds them exactly and text beyond. Rows that exceed a sheet continue in the
 * next one. The last sheet holds the file's metadata.
 */
export function xlsxFile({ fields, names }: Columns, about: FileProperties): FileWriter {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let sheets = 0;
  let rowsInSheet = 0;
  let sheet: DeflatedPart | null = null;

  function takeBytes(): Uint8Array {
    return Buffer.concat(chunks.splice(0));
  }
  function open(path: string): DeflatedPart {
    const part = new DeflatedPart(path);
    zip.add(part);
    return part;
  }
  async function writePart(path: string, text: string): Promise<void> {
    const part = open(path);
    await part.write(text);
    await part.end();
  }
  async function openSheet(): Promise<DeflatedPart> {
    sheets += 1;
    const part = open(`xl/worksheets/sheet${sheets}.xml`);
    const header = rowOf(
      1,
      names.map((name) => textCell(name, 1)),
    );
    await part.write(sheetHead(fields.length) + header);
    rowsInSheet = 1;
    return part;
  }
  async function closeSheet(): Promise<void> {
    await sheet?.write(sheetTail);
    await sheet?.end();
    sheet = null;
  }

  return {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    async begin() {
      sheet = await openSheet();
      return takeBytes();
    },
    async rows(rows) {
      let text = '';
      for (const row of rows) {
        if (rowsInSheet === rowsPerSheet) {
          await sheet?.write(text);
          text = '';
          await closeSheet();
        }
        sheet ??= await openSheet();
        const cells = row.map((cell, index) => cellOf(cell, fields[index]));
        text += rowOf(rowsInSheet + 1, cells);
        rowsInSheet += 1;
        if (text.length < flushCharacters) continue;
        await sheet.write(text);
        text = '';
      }
      await sheet?.write(text);
      return takeBytes();
    },
    async end() {
      await closeSheet();
      sheets += 1;
      const facts = about.facts.map(([name, value], index) =>
        rowOf(index + 1, [textCell(name, 1), textCell(value, 0)]),
      );
      await writePart(
        `xl/worksheets/sheet${sheets}.xml`,
        `${sheetHead(2)}${facts.join('')}${sheetTail}`,
      );
      const titles = Array.from({ length: sheets - 1 }, (_, index) =>
        index === 0 ? about.title : `${about.title.slice(0, 25)} (${index + 1})`,
      );
      await writePart('xl/workbook.xml', workbook([...titles, 'README']));
      await writePart('xl/_rels/workbook.xml.rels', workbookRelations(sheets));
      await writePart('xl/styles.xml', styles);
      await writePart('_rels/.rels', packageRelations);
      await writePart('[Content_Types].xml', contentTypes(sheets));
      zip.end();
      return takeBytes();
    },
  };
}

/** Attributes and content of a cell; null for an empty one. */
type CellXml = string | null;

/** Every row and cell carries its reference: some readers do not count positions. */
function rowOf(row: number, cells: readonly CellXml[]): string {
  const elements = cells.map((cell, index) =>
    cell === null ? '' : `<c r="${columnName(index)}${row}" ${cell}</c>`,
  );
  return `<row r="${row}">${elements.join('')}</row>`;
}

/** Returns A to Z, AA to AZ, and so on. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

function textCell(text: string, style: number): CellXml {
  return `t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is>`;
}

function cellOf(cell: Cell, field: FileField | undefined): CellXml {
  if (cell === null || !field) return null;
  const style = styleIndex[field.type];
  if (typeof cell === 'boolean') return `t="b"><v>${cell ? 1 : 0}</v>`;
  if (cell instanceof Date) return numberCell(cell.getTime() / dayMs + epochSerial, style);
  if (field.type === 'day') return numberCell(dayNumber(String(cell)) + epochSerial, style);
  if (field.type === 'text' || field.type === 'uuid') return textCell(String(cell), 0);
  const text = String(cell);
  return text.replace(/\D/g, '').length > maxExactDigits && typeof cell !== 'number'
    ? textCell(text, 0)
    : numberCell(text, style);
}

function numberCell(value: number | string, style: number): CellXml {
  return `s="${style}"><v>${value}</v>`;
}
