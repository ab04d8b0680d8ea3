import readWorkbook, { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { xlsxFile } from './xlsx.ts';

const fields = [{ id: 'order_id', type: 'text', nullable: false } as const];

/** Returns a workbook without rows. */
async function workbookNamed(title: string): Promise<Buffer> {
  const file = xlsxFile({ fields, names: ['order_id'] }, { title, facts: [['Basis', 'created']] });
  return Buffer.concat([await file.begin(), await file.rows([]), await file.end()]);
}

it('without rows is a workbook with headings and properties', async () => {
  const file = await workbookNamed('Orders');
  expect(await readSheet(file)).toEqual([['order_id']]);
  expect(await readSheet(file, 'README')).toEqual([['Basis', 'created']]);
});

it.each([
  ['Doanh số', 'Doanh số'],
  ['readme', 'readme (1)'],
  ['History', 'History (1)'],
  ['???', '(1)'],
  [`Tháng 11/2026: ${'áo dài '.repeat(9)}`, 'Tháng 11 2026  áo dài áo dài áo'],
])('of a report named %s has names of sheets that Excel opens', async (title, name) => {
  const sheets = await readWorkbook(await workbookNamed(title));
  expect(sheets.map(({ sheet }) => sheet)).toEqual([name, 'README']);
});
