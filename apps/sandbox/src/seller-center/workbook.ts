/** Writes CSV files and workbooks (Office Open XML). */
import { crc32, deflateRawSync } from 'node:zlib';
import { escapeHtml } from '../http/html.ts';
import type { Cell } from './export-format.ts';

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.number;
}

/** Writes UTF-8 with a byte order mark, which Excel needs for Vietnamese. Every cell is quoted. */
export function buildCsv(rows: readonly (readonly Cell[])[]): Buffer {
  const lines = rows.map((row) =>
    row.map((cell) => `"${textOf(cell).replaceAll('"', '""')}"`).join(','),
  );
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** Returns `A`, … `Z`, `AA`. */
function columnName(column: number): string {
  const lastCharacter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? lastCharacter : `${columnName(Math.floor(column / 26) - 1)}${lastCharacter}`;
}

function sheetXml(rows: readonly (readonly Cell[])[], shared: Map<string, number>): string {
  const cells = (row: readonly Cell[], line: number): string =>
    row
      .map((cell, column) => {
        if (cell === '') return '';
        const at = `${columnName(column)}${line}`;
        if (typeof cell !== 'string') return `<c r="${at}"><v>${cell.number}</v></c>`;
        return `<c r="${at}" t="s"><v>${shared.getOrInsert(cell, shared.size)}</v></c>`;
      })
      .join('');
  const lines = rows.map((row, index) => `<row r="${index + 1}">${cells(row, index + 1)}</row>`);
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Builds a workbook with one sheet. `madeAt` is its creation time in ISO 8601. */
export function buildWorkbook(
  rows: readonly (readonly Cell[])[],
  sheet: string,
  madeAt: string,
): Buffer {
  const shared = new Map<string, number>();
  const body = sheetXml(rows, shared);
  const texts = [...shared.keys()]
    .map((text) => `<si><t xml:space="preserve">${escapeHtml(text)}</t></si>`)
    .join('');
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentTypes}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${contentTypes}.sharedStrings+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="rId2" Type="${packageNamespace}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    ],
    [
      'docProps/core.xml',
      `<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dcterms:created xsi:type="dcterms:W3CDTF">${madeAt}</dcterms:created></cp:coreProperties>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets><sheet name="${escapeHtml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeNamespace}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    [
      'xl/sharedStrings.xml',
      `<sst xmlns="${mainNamespace}" uniqueCount="${shared.size}">${texts}</sst>`,
    ],
    ['xl/worksheets/sheet1.xml', body],
  ]);
}

/** Builds a reproducible ZIP archive: without real times, the same content gives the same file. */
function zip(parts: readonly (readonly [string, string])[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, xml] of parts) {
    const content = Buffer.from(`${xmlDeclaration}${xml}`);
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    // Flag for UTF-8 names.
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    // The earliest date of the format, 1980-01-01.
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, path]));
    files.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, index, end]);
}
