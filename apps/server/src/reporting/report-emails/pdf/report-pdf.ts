import type pdfmake from 'pdfmake';
import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { LocalizedText } from '../../../platform/http/problem.ts';
import type { EmailAttachment } from '../../../platform/mail/mail-queue.ts';
import type { EmailContent, EmailTable, EmailTrend } from '../email-content.ts';
import { fileName } from '../figures-files.ts';
import type { ReportFigures } from '../figures.ts';
import { type FontRun, isRightToLeft, mainFont, PdfFonts, replacement } from './pdf-fonts.ts';

/** In points. An A4 page has 595 × 842. */
const margin = 40;
const contentWidth = 595 - 2 * margin;
const chartHeight = 110;
/** Half a page. */
const maxUnbrokenRows = 15;
/** In characters. */
const maxRightToLeftLine = 40;
const maxUnbrokenLine = 30;
const colors = { text: '#121926', quiet: '#55617a', line: '#dde3ec', bar: '#086ff7' } as const;
const tones = { good: '#0b8457', bad: '#d3302f', neutral: colors.quiet } as const;

const replacementNotes: LocalizedText = {
  vi: `${replacement} thay cho ký tự mà tệp PDF không có phông chữ. Thư này hiển thị đủ tên.`,
  en: `${replacement} stands for a character that PDF files have no font for. The email shows the full names.`,
};

interface Renderer {
  maker: typeof pdfmake;
  fonts: PdfFonts;
}

/** Loaded when the first report is rendered, because few processes render any. A failure is not kept. */
let loading: Promise<Renderer> | undefined;

async function loadRenderer(): Promise<Renderer> {
  const { default: maker } = await import('pdfmake');
  // Texts of shops never name a file or an address to load. The fonts are in memory.
  maker.setLocalAccessPolicy(() => false);
  maker.setUrlAccessPolicy(() => false);
  return { maker, fonts: await PdfFonts.open(maker) };
}

/** Returns the PDF of a report as an attachment. */
export async function reportPdf(
  figures: ReportFigures,
  content: EmailContent,
): Promise<EmailAttachment> {
  return {
    filename: `${fileName(figures)}.pdf`,
    contentType: 'application/pdf',
    content: await renderPdf(content),
  };
}

/**
 * Renders a report as pages to read and print: what the email shows, with a chart of the days. It has no link that acts
 * for its recipient, since it may be passed on.
 */
export async function renderPdf(content: EmailContent): Promise<Buffer> {
  loading ??= loadRenderer().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  const { maker, fonts } = await loading;
  const { title, notes, metrics, trend, tables } = content;
  const cells = tables.flatMap(({ columns, rows }) => [columns, ...rows].flat());
  const amounts = metrics.flatMap(({ value, change }) => [value, change.text]);
  const split = await fonts.prepare([title, ...notes, ...amounts, trend?.highest ?? '', ...cells]);
  return maker.createPdf(toDocument(content, (text) => split(text).flatMap(toContent))).getBuffer();
}

/** Returns a text of the marketplaces, or an amount with the sign of its currency, as parts that have a font each. */
type ToText = (text: string) => Content[];

function toDocument(content: EmailContent, toText: ToText): TDocumentDefinitions {
  const { title, period, notes, metrics, tables, trend, language } = content;
  const [hero, ...others] = metrics;
  const body: Content[] = [
    { text: toText(title), fontSize: 18, bold: true },
    { text: period, color: colors.quiet, margin: [0, 2, 0, 0] },
    ...notes.map((note) => toNote(note, toText)),
    ...(hero ? [toHero(hero, toText)] : []),
    ...(trend ? [toChart(trend, toText)] : []),
    ...(others.length > 0 ? [toMetrics(others, toText)] : []),
    ...tables.map((table) => toTable(table, toText)),
  ];
  return {
    info: { title: content.subject, creator: 'Seller Connect' },
    language,
    pageSize: 'A4',
    pageMargins: [margin, margin, margin, 56],
    defaultStyle: { font: mainFont, fontSize: 10, color: colors.text, lineHeight: 1.2 },
    content: [
      ...body,
      ...(JSON.stringify(body).includes(replacement)
        ? [{ text: replacementNotes[language], color: colors.quiet, marginTop: 14 }]
        : []),
      {
        text: content.openLabel,
        link: content.openUrl,
        color: colors.bar,
        decoration: 'underline',
        margin: [0, 20, 0, 0],
      },
    ],
    footer: (page, pages) => ({
      columns: [
        { text: content.basis },
        { text: `${page} / ${pages}`, width: 'auto', noWrap: true },
      ],
      columnGap: 24,
      fontSize: 8,
      color: colors.quiet,
      margin: [margin, 16, margin, 0],
    }),
  };
}

function toContent(run: FontRun): Content[] {
  if (!isRightToLeft(run)) return [{ ...run, text: run.text.replaceAll(unbroken, breakText) }];
  // pdfmake puts words from left to right, and pdfkit shapes a text as a whole only if it names features.
  const parts = run.text.trim().split(/\s+/);
  return toLines(parts, ' ', maxRightToLeftLine).flatMap((text, index) => [
    ...(index > 0 ? ['\n'] : []),
    { ...run, text, noWrap: true, fontFeatures: ['kern'] },
  ]);
}

/** Text without blanks that pdfmake does not break, such as Thai: the column of names would be as wide. */
const unbroken = new RegExp(
  `[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Extended_Pictographic}]{${maxUnbrokenLine + 1},}`,
  'gu',
);
const wordSegmenter = new Intl.Segmenter('vi', { granularity: 'word' });
const graphemeSegmenter = new Intl.Segmenter('vi', { granularity: 'grapheme' });

/** Breaks a text into lines, between its words where these are short enough. */
function breakText(text: string): string {
  return toLines(segmentsOf(wordSegmenter, text), '', maxUnbrokenLine).join('\n');
}

/** Joins the parts of a text to lines of which each fits the column of names. A longer part becomes several lines. */
function toLines(parts: readonly string[], joint: string, maxCharacters: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last}${joint}${part}`;
    const graphemes = part.length > maxCharacters ? segmentsOf(graphemeSegmenter, part) : [part];
    if (longer.length <= maxCharacters) lines.splice(-1, 1, longer);
    // A letter can have any number of marks.
    else if (graphemes.length === 1) lines.push(part);
    else lines.push(...toLines(graphemes, '', maxCharacters));
  }
  return lines;
}

function segmentsOf(segmenter: Intl.Segmenter, text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function toNote(note: string, toText: ToText): Content {
  return {
    table: {
      widths: ['*'],
      body: [[{ text: toText(note), fillColor: '#fff7e0', margin: [6, 4, 6, 4] }]],
    },
    layout: 'noBorders',
    margin: [0, 10, 0, 0],
  };
}

type Metric = EmailContent['metrics'][number];

function toHero({ name, value, change }: Metric, toText: ToText): Content {
  return {
    stack: [
      { text: name, color: colors.quiet },
      { text: toText(value), fontSize: 26, bold: true },
      { text: toText(change.text), color: tones[change.tone] },
    ],
    margin: [0, 16, 0, 0],
  };
}

/** One bar a day, as high as its share of the highest. Days without data have none. */
function toChart(
  { title, highest, firstDay, lastDay, shares }: EmailTrend,
  toText: ToText,
): Content {
  const step = contentWidth / shares.length;
  const bars = shares.map((share, index) => {
    const height = (share ?? 0) * chartHeight;
    const x = index * step + step * 0.15;
    return `<rect x="${x}" y="${chartHeight - height}" width="${step * 0.7}" height="${height}" fill="${colors.bar}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${contentWidth}" height="${chartHeight + 1}" viewBox="0 0 ${contentWidth} ${chartHeight + 1}">${bars.join('')}<rect x="0" y="${chartHeight}" width="${contentWidth}" height="1" fill="${colors.line}"/></svg>`;
  return {
    stack: [
      {
        columns: [
          { text: title, bold: true },
          { text: toText(highest), alignment: 'right' },
        ],
        margin: [0, 0, 0, 6],
      },
      { svg, width: contentWidth },
      {
        columns: [{ text: firstDay }, { text: lastDay, alignment: 'right' }],
        fontSize: 8,
        color: colors.quiet,
        margin: [0, 3, 0, 0],
      },
    ],
    unbreakable: true,
    margin: [0, 18, 0, 0],
  };
}

const ruled: ContentTable['layout'] = {
  hLineWidth: (index) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => colors.line,
  paddingLeft: (index) => (index === 0 ? 0 : 14),
  paddingRight: () => 0,
  paddingTop: () => 5,
  paddingBottom: () => 5,
};

function toMetrics(metrics: readonly Metric[], toText: ToText): Content {
  return {
    table: {
      widths: ['*', 'auto', 'auto'],
      body: metrics.map(({ name, value, change }): TableCell[] => [
        name,
        { text: toText(value), bold: true, alignment: 'right' },
        { text: toText(change.text), color: tones[change.tone], alignment: 'right' },
      ]),
    },
    layout: ruled,
    margin: [0, 18, 0, 0],
  };
}

/** A short table is on one page, below its title. */
function toTable({ title, columns, rows, more }: EmailTable, toText: ToText): Content {
  const toRow = (cells: readonly string[], style: object): TableCell[] =>
    cells.map((text, index) => ({
      text: toText(text),
      alignment: index === 0 ? 'left' : 'right',
      ...style,
    }));
  return {
    stack: [
      { text: title, fontSize: 13, bold: true, margin: [0, 22, 0, 2] },
      {
        table: {
          widths: columns.map((_, index) => (index === 0 ? '*' : 'auto')),
          headerRows: 1,
          dontBreakRows: true,
          body: [
            toRow(columns, { color: colors.quiet, bold: true, fontSize: 9 }),
            ...rows.map((cells) => toRow(cells, {})),
          ],
        },
        layout: ruled,
      },
      ...(more === null ? [] : [{ text: more, color: colors.quiet, marginTop: 4 }]),
    ],
    unbreakable: rows.length <= maxUnbrokenRows,
  };
}
