import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it, vi } from 'vitest';
import type { EmailContent } from '../email-content.ts';
import { PdfFonts } from './pdf-fonts.ts';
import { renderPdf } from './report-pdf.ts';

const content: EmailContent = {
  language: 'en',
  subject: 'Sales · 3 Nov 2026',
  title: 'Sales',
  period: '3 Nov 2026, compared to 2 Nov 2026',
  notes: [],
  metrics: [{ name: 'GMV', value: '1,234 ₫', change: { text: '+1%', tone: 'good' } }],
  trend: null,
  tables: [],
  openLabel: 'Open report',
  openUrl: 'https://app.test/',
  basis: 'Orders count on the day they’re committed.',
  footer: '',
  muteLabel: 'Stop receiving this report',
  muteUrl: 'https://app.test/reports/unsubscribe/secret',
  settingsLabel: '',
  settingsUrl: '',
};

async function textOf(changes: Partial<EmailContent>): Promise<{ text: string; pages: number }> {
  const pdf = await renderPdf({ ...content, ...changes });
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  return { text, pages: totalPages };
}

// First, since the fonts are opened once in a process.
it('is rendered after the fonts could not be opened once', async () => {
  const open = vi.spyOn(PdfFonts, 'open').mockRejectedValueOnce(new Error('too many open files'));
  await expect(renderPdf(content)).rejects.toThrow('too many open files');
  expect((await renderPdf(content)).subarray(0, 5).toString()).toBe('%PDF-');
  open.mockRestore();
});

it.each([
  ['Vietnamese', 'Áo dài lụa ở Huế'],
  ['Thai', 'เสื้อยืดผ้าฝ้าย'],
  ['simplified Chinese', '夏季连衣裙女士雪纺碎花长裙2026新款'],
  ['traditional Chinese', '臺灣高山烏龍茶禮盒'],
  ['Japanese', 'ワンピース「浴衣」セット'],
  ['Korean', '한국 화장품 선물용'],
  ['Arabic', 'قميص قطني أزرق'],
  ['Hebrew', 'חולצת כותנה כחולה'],
  ['Hindi', 'हिन्दी शुद्ध चाय की'],
  ['Khmer', 'កែវ អាវយឺតកប្បាស'],
  ['emoji', '🔥 50% ❤️ 🇻🇳 👨‍👩‍👧‍👦 1️⃣'],
])('renders names in %s', async (_, name) => {
  const table = { title: 'Shops', columns: ['Shop', 'GMV'], rows: [[name, '1']], more: null };
  const { text } = await textOf({ title: `${name} / Nam`, notes: [name], tables: [table] });
  // Selectors of emoji in color are not kept.
  const written = name.replaceAll('\ufe0f', '');
  expect(text.replaceAll('\ufe0f', '').split(written)).toHaveLength(4);
  expect(text).not.toContain('\ufffd');
});

it('shows the sign of a currency in every amount', async () => {
  const change = { text: '+1%, was 1,200 ฿', tone: 'good' } as const;
  const metric = { name: 'GMV', value: '1,234 ฿', change };
  const days = { title: 'GMV by day', firstDay: '1 Nov 2026', lastDay: '2 Nov 2026' };
  const trend = { ...days, highest: 'Highest: 700 ฿ on 2 Nov 2026', shares: [0.5, 1] };
  const { text } = await textOf({ metrics: [metric, metric], trend });
  const amounts = ['1,234 ฿', '1,200 ฿', '700 ฿', '1,234 ฿', '1,200 ฿'];
  expect(text.match(/[\d,]+ ฿/g)).toEqual(amounts);
});

it.each([
  ['Thai', 'เสื้อยืดผ้าฝ้ายแขนสั้นคอกลมพิมพ์ลายสำหรับผู้ชายและผู้หญิง'.repeat(3)],
  ['Khmer', 'អាវយឺតកប្បាសដៃខ្លីសម្រាប់បុរសនិងស្ត្រី'.repeat(4)],
  ['Arabic', 'قميص'.repeat(20)],
  ['a letter with many marks', `a${'\u0301\u0323'.repeat(50)}${'b'.repeat(90)}`],
  ['a code', 'AO-SOMI_LUA_TAYDAI_COTRU_HANQUOC_2026_MAUTRANG_SIZEXXL_'.repeat(4)],
])('has the numbers beside a long name without blanks: %s', async (_, name) => {
  const rows = [[name, '₫100,000,000', '₫99,000,000', '1,234']];
  const columns = ['Shop', 'GMV', 'Net sales', 'Orders'];
  const table = { title: 'Shops', columns, rows, more: null };
  const { text } = await textOf({ tables: [table], notes: [name] });
  for (const number of rows[0]?.slice(1) ?? []) expect(text).toContain(number);
  // PDF viewers show an invisible text for marks of Khmer, and a letter of Thai as two.
  const written = text.replaceAll(/[\s\u200b]/g, '').normalize('NFKD');
  expect(written.split(name.normalize('NFKD'))).toHaveLength(3);
});

it('replaces characters without a glyph and says so', async () => {
  const { text } = await textOf({ title: 'தேநீர் இலை – Trà' });
  expect(text).toMatch(/�+ �+ – Trà/u);
  expect(text).toContain('� stands for a character');
});

it('renders a name with line breaks in one line', async () => {
  expect((await textOf({ title: 'Áo\r\ndài\tlụa' })).text).toContain('Áo dài lụa');
});

it('renders a character after a report that used it in another glyph', async () => {
  await textOf({ title: 'Ỵ' });
  expect((await textOf({ title: 'Yaourt' })).text).toContain('Yaourt');
});

it('breaks a long Arabic name between words, in order', async () => {
  const title = 'حجاب فاخر من الحرير الطبيعي مقاس كبير للنساء والفتيات';
  const { text } = await textOf({ title });
  const lines = text.slice(0, text.indexOf(content.period)).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines.join(' ')).toBe(title);
});

it('repeats the header of a table on the next page', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => [`Product ${index}`, '1,234']);
  const table = { title: 'Top products', columns: ['Product', 'GMV sold'], rows, more: null };
  const { text, pages } = await textOf({ tables: [table] });
  expect(pages).toBeGreaterThan(1);
  expect(text.match(/GMV sold/g)).toHaveLength(pages);
  expect(text).toContain('Product 59');
});

it('keeps a short table on one page with its title', async () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => [`Product ${index}`, '1,234']);
  const columns = ['Product', 'GMV'];
  // Leaves room for the title and a few rows of the second table.
  const first = { title: 'Shops', columns, rows: rowsOf(19), more: null };
  const second = { title: 'Top products', columns, rows: rowsOf(10), more: null };
  const pdf = await renderPdf({ ...content, tables: [first, second] });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: false,
  });
  expect(text).toHaveLength(2);
  expect(text[0]).not.toContain(second.title);
  expect(text[1]).toContain(second.title);
});

it('contains no link that acts for the recipient', async () => {
  const pdf = await renderPdf(content);
  expect((await textOf({})).text).not.toContain(content.muteLabel);
  expect(Buffer.from(pdf).toString('latin1')).not.toContain('unsubscribe');
});

it('renders a report without values', async () => {
  const trend = {
    title: 'GMV by day',
    highest: 'Highest: 5 on 3 Nov 2026',
    firstDay: '1 Nov 2026',
    lastDay: '3 Nov 2026',
    shares: [null, 0, 1],
  };
  const { text, pages } = await textOf({ metrics: [], trend });
  expect(pages).toBe(1);
  expect(text).toContain('GMV by day');
});
