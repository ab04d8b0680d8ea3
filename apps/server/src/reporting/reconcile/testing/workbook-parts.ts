import { crc32, deflateRawSync } from 'node:zlib';

/** Builds a ZIP archive of deflated parts. `claim` overrides the size that each entry declares. */
export function zip(parts: Record<string, string>, claim?: number): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claim ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    index.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directory, end]);
}

/** A cell as text, or as the XML of a number or of a rich text. */
export type SheetCell = string | { readonly number: string } | { readonly richText: string };

/** Builds a worksheet with inline values. */
export function sheet(rows: readonly (readonly SheetCell[])[]): string {
  const cell = (value: SheetCell) => {
    if (typeof value !== 'string' && 'number' in value) return `<c><v>${value.number}</v></c>`;
    const text = typeof value === 'string' ? `<t>${value}</t>` : value.richText;
    return `<c t="inlineStr"><is>${text}</is></c>`;
  };
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`);
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** Builds a workbook of named sheets. `properties` are the attributes of its `workbookPr`. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  properties = '',
): Buffer {
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => `<sheet name="${name}" r:id="rId${at + 1}"/>`);
  const targets = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return zip({
    'xl/workbook.xml': `<workbook><workbookPr ${properties}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet(rows)]),
    ),
  });
}
