import type { Field } from '../query/data-sets.ts';

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes into the cell formats (`cellXfs`) of `styles`. */
export const styleIndex: Record<Field['type'], number> = {
  text: 0,
  uuid: 0,
  flag: 0,
  day: 2,
  instant: 3,
  money: 4,
  count: 5,
  share: 6,
  times: 4,
};

/** Cell formats: plain, header, day, instant, amount, count, share. */
export const styles = `${xmlDeclaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.####"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${[164, 165, 166, 3, 10].map((format) => `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

/** Returns the beginning of a sheet up to its rows. The first row is frozen. */
export function sheetHead(columns: number): string {
  return `${xmlDeclaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols><sheetData>`;
}
export const sheetTail = '</sheetData></worksheet>';

/** Names that a sheet of rows cannot have: none, one that Excel reserves, and that of the last sheet. */
const takenNames = /^(?:|history|readme)$/i;

/** Returns the workbook part. Sheet names have at most 31 characters and exclude `[ ] : * ? / \ '`. */
export function workbook(titles: readonly string[]): string {
  const sheets = titles.map((title, index) => {
    const text = title
      .replaceAll(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim();
    const name = index === 0 && takenNames.test(text) ? `${text} (1)`.trim() : text;
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  });
  return `${xmlDeclaration}<workbook xmlns="${main}" xmlns:r="${document}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

export function workbookRelations(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${document}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${xmlDeclaration}<Relationships xmlns="${relations}">${each.join('')}<Relationship Id="rId${sheets + 1}" Type="${document}/styles" Target="styles.xml"/></Relationships>`;
}

export const packageRelations = `${xmlDeclaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${document}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

export function contentTypes(sheets: number): string {
  const each = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${types}.worksheet+xml"/>`,
  );
  return `${xmlDeclaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${each.join('')}</Types>`;
}

/** Excel's limit for the text of a cell. */
const maxCellCharacters = 32_767;

/**
 * Escapes text for XML. Characters that XML cannot represent are written as `_xHHHH_` (ECMA-376, 22.9.2.19), and
 * texts that look like such an escape are escaped too.
 */
export function escapeXml(text: string): string {
  return text
    .slice(0, maxCellCharacters)
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      // oxlint-disable-next-line eslint/no-control-regex
      /[\u0000-\u0008\u000B\u000C\u000D\u000E-\u001F\uFFFE\uFFFF]/g,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
