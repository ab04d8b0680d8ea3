import { fileURLToPath } from 'node:url';
import type pdfmake from 'pdfmake';
import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { EmailAttachment } from '../../platform/mail/mail-queue.ts';
import type { EmailContent, EmailTable, EmailTrend } from './email-content.ts';
import { fileName } from './figures-files.ts';
import type { ReportFigures } from './figures.ts';

/** In points. An A4 page has 595 × 842. */
const margin = 40;
const contentWidth = 595 - 2 * margin;
const chartHeight = 110;
/** Half a page. */
const maxUnbrokenRows = 15;
const colors = { text: '#121926', quiet: '#55617a', line: '#dde3ec', bar: '#086ff7' } as const;
const tones = { good: '#0b8457', bad: '#d3302f', neutral: colors.quiet } as const;

const fonts = {
  Roboto: {
    normal: fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')),
    bold: fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Medium.ttf')),
  },
  Thai: {
    normal: fileURLToPath(
      import.meta.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
    ),
    bold: fileURLToPath(
      import.meta.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-500-normal.woff'),
    ),
  },
};

/** Loaded when the first report is rendered, because few processes render any. */
let loading: Promise<typeof pdfmake> | undefined;

async function loadPdfmake(): Promise<typeof pdfmake> {
  const { default: maker } = await import('pdfmake');
  maker.addFonts(fonts);
  // Texts of shops never name a file or an address to load.
  const files = Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]);
  maker.setLocalAccessPolicy((path) => files.includes(path));
  maker.setUrlAccessPolicy(() => false);
  return maker;
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
  loading ??= loadPdfmake();
  const maker = await loading;
  return maker.createPdf(toDocument(content)).getBuffer();
}

function toDocument(content: EmailContent): TDocumentDefinitions {
  const { title, period, notes, metrics, tables, trend, language } = content;
  const [hero, ...others] = metrics;
  return {
    info: { title: content.subject, creator: 'Seller Connect' },
    language,
    pageSize: 'A4',
    pageMargins: [margin, margin, margin, 56],
    defaultStyle: { font: 'Roboto', fontSize: 10, color: colors.text, lineHeight: 1.2 },
    content: [
      { text: toRuns(title), fontSize: 18, bold: true },
      { text: period, color: colors.quiet, margin: [0, 2, 0, 0] },
      ...notes.map(toNote),
      ...(hero ? [toHero(hero)] : []),
      ...(trend ? [toChart(trend)] : []),
      ...(others.length > 0 ? [toMetrics(others)] : []),
      ...tables.map(toTable),
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

/** Returns a text of the marketplaces in runs by font, since Roboto has Latin letters only. */
function toRuns(text: string): Content[] {
  return text
    .split(/([\u0e00-\u0e7f]+)/)
    .map((run, index) => (index % 2 === 0 ? run : { text: run, font: 'Thai' }));
}

function toNote(note: string): Content {
  return {
    table: {
      widths: ['*'],
      body: [[{ text: toRuns(note), fillColor: '#fff7e0', margin: [6, 4, 6, 4] }]],
    },
    layout: 'noBorders',
    margin: [0, 10, 0, 0],
  };
}

type Metric = EmailContent['metrics'][number];

function toHero({ name, value, change }: Metric): Content {
  return {
    stack: [
      { text: name, color: colors.quiet },
      { text: value, fontSize: 26, bold: true },
      { text: change.text, color: tones[change.tone] },
    ],
    margin: [0, 16, 0, 0],
  };
}

/** One bar a day, as high as its share of the highest. Days without data have none. */
function toChart({ title, highest, firstDay, lastDay, shares }: EmailTrend): Content {
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
          { text: highest, alignment: 'right' },
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

function toMetrics(metrics: readonly Metric[]): Content {
  return {
    table: {
      widths: ['*', 'auto', 'auto'],
      body: metrics.map(({ name, value, change }): TableCell[] => [
        name,
        { text: value, bold: true, alignment: 'right' },
        { text: change.text, color: tones[change.tone], alignment: 'right' },
      ]),
    },
    layout: ruled,
    margin: [0, 18, 0, 0],
  };
}

/** A short table is on one page, below its title. */
function toTable({ title, columns, rows, more }: EmailTable): Content {
  const toRow = (cells: readonly string[], style: object): TableCell[] =>
    cells.map((text, index) => ({
      text: toRuns(text),
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
