import { expect, it } from 'vitest';
import { parseExportFile } from './parse-file.ts';
import { sheet, workbook, zip, type SheetCell } from '../testing/workbook-parts.ts';

const zone = 'Asia/Ho_Chi_Minh';
const heads = ['Order ID', 'Created Time', 'SKU Subtotal After Discount', 'Order Amount'];
const row = (id: SheetCell, time: SheetCell): SheetCell[] => [
  id,
  time,
  { number: '159000' },
  { number: '174000' },
];

it('reads the first sheet with orders', async () => {
  const file = workbook({
    Notes: [['Exported for the accountant'], ['Order ID', 'is the number of the order']],
    Empty: [],
    Orders: [heads, row('576485232600000067', '11/11/2026 20:15:09')],
    Copy: [heads, row('576485232600000068', '11/11/2026 20:15:09')],
  });
  const { orders } = await parseExportFile(file, zone);
  expect(orders.map(({ orderId }) => orderId)).toEqual(['576485232600000067']);
});

it('reads inline rich text without its phonetic text', async () => {
  const richText =
    '<r><t>576485</t></r><r><t>232600000067</t></r><rPh sb="0" eb="6"><t>5764</t></rPh>';
  const file = workbook({ Orders: [heads, row({ richText }, '11/11/2026 20:15:09')] });
  const { orders } = await parseExportFile(file, zone);
  expect(orders.map(({ orderId }) => orderId)).toEqual(['576485232600000067']);
});

it('reads shared rich text without its phonetic text', async () => {
  const cells = heads.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('');
  const shared = heads.map((head) => {
    const [first = '', ...others] = head.split(' ');
    return `<si><r><t>${first}</t></r><r><t> ${others.join(' ')}</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>`;
  });
  const file = zip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Orders" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared.join('')}</sst>`,
    'xl/worksheets/sheet1.xml': sheet([row('576485232600000067', '11/11/2026 20:15:09')]).replace(
      '<sheetData>',
      `<sheetData><row>${cells}</row>`,
    ),
  });
  const { orders } = await parseExportFile(file, zone);
  expect(orders.map(({ orderId }) => orderId)).toEqual(['576485232600000067']);
});

it.each(['date1904="1"', 'date1904="true"'])(
  'uses the 1904 date system with %s',
  async (property) => {
    const serial = { number: '44875.84375' };
    const file = workbook({ Orders: [heads, row('576485232600000067', serial)] }, property);
    const { orders } = await parseExportFile(file, zone);
    expect(orders[0]?.placedAt.toISOString()).toBe('2026-11-11T13:15:00.000Z');
  },
);

it.each(['576485232600000067', '5.7648523260000006E+17', '5.76485232600000E17'])(
  'refuses order numbers stored as numbers of more than 15 digits: %s',
  async (number) => {
    const file = workbook({ Orders: [heads, row({ number }, '11/11/2026 20:15:09')] });
    await expect(parseExportFile(file, zone)).rejects.toMatchObject({ code: 'file_ids_rounded' });
  },
);

it.each(['400123456789012', '4.00123456789012E14', '400123456789012.0'])(
  'accepts an order number of 15 digits stored as a number: %s',
  async (number) => {
    const file = workbook({ Orders: [heads, row({ number }, '11/11/2026 20:15:09')] });
    const { orders } = await parseExportFile(file, zone);
    expect(orders.map(({ orderId }) => orderId)).toEqual(['400123456789012']);
  },
);
