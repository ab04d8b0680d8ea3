import { escapeHtml } from '../../platform/http/escape-html.ts';
import type { EmailContent, EmailTable } from './email-content.ts';

/** Renders the plain-text part. */
export function renderText(content: EmailContent): string {
  const paragraphs = [
    `${content.title}\n${content.period}`,
    ...content.notes,
    content.metrics
      .map(({ name, value, change }) => `${name}: ${value} (${change.text})`)
      .join('\n'),
    ...content.tables.map(
      ({ title, columns, rows, more }) =>
        `${title}\n${[columns, ...rows].map((cells) => cells.join(' | ')).join('\n')}${more === null ? '' : `\n${more}`}`,
    ),
    `${content.openLabel}:\n${content.openUrl}`,
    content.basis,
    `${content.muteLabel}:\n${content.muteUrl}`,
    `${content.settingsLabel}:\n${content.settingsUrl}`,
    content.footer,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
/** Readable on white and on black: programs that darken emails keep or invert it. */
const tones = { good: '#0b8457', bad: '#d3302f', neutral: '#6b7688' } as const;

/** Replaces the light colors where a program follows the reader's theme. Others show the light ones. */
const darkStyle = `@media (prefers-color-scheme:dark){.page{background:#11161e!important}.card{background:#19202a!important;border-color:#323d4f!important}.text{color:#e9eef6!important}.quiet{color:#a8b3c5!important}.line{border-color:#323d4f!important}.good{color:#35c48d!important}.bad{color:#ff7b72!important}.note{background:#33290f!important;border-color:#6b551d!important}}`;

/**
 * Renders the HTML part: nested tables with inline styles, which every mail program shows, without images, scripts or
 * anything that would be loaded.
 */
export function renderHtml(content: EmailContent): string {
  const { language, title, period, notes, metrics, tables } = content;
  const [hero, ...others] = metrics;
  const body = [
    `<tr><td style="padding:24px 24px 4px"><h1 class="text" style="margin:0;${font};font-size:20px;line-height:28px;color:#121926">${escapeHtml(title)}</h1>
<p class="quiet" style="margin:4px 0 0;${font};font-size:14px;line-height:20px;color:#55617a">${escapeHtml(period)}</p></td></tr>`,
    ...notes.map(
      (note) =>
        `<tr><td style="padding:12px 24px 0"><p class="note text" style="margin:0;padding:10px 12px;border:1px solid #f0d48a;border-radius:6px;background:#fff7e0;${font};font-size:14px;line-height:20px;color:#121926">${escapeHtml(note)}</p></td></tr>`,
    ),
    hero ? `<tr><td style="padding:20px 24px 0">${renderHero(hero)}</td></tr>` : '',
    `<tr><td style="padding:12px 24px 0">${renderMetrics(others)}</td></tr>`,
    ...tables.map((table) => `<tr><td style="padding:24px 24px 0">${renderTable(table)}</td></tr>`),
    `<tr><td style="padding:24px"><a href="${escapeHtml(content.openUrl)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#086ff7;${font};font-size:14px;font-weight:600;line-height:20px;color:#ffffff;text-decoration:none">${escapeHtml(content.openLabel)}</a></td></tr>`,
    `<tr><td class="line" style="padding:16px 24px 20px;border-top:1px solid #dde3ec">${renderFooter(content)}</td></tr>`,
  ].join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:0;background:#f4f6fa">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6fa"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:640px;background:#ffffff;border:1px solid #dde3ec;border-radius:10px;text-align:left">
${body}
</table>
</td></tr></table>
</body></html>
`;
}

type EmailMetric = EmailContent['metrics'][number];

function renderHero({ name, value, change }: EmailMetric): string {
  return `<p class="quiet" style="margin:0;${font};font-size:14px;line-height:20px;color:#55617a">${escapeHtml(name)}</p>
<p class="text" style="margin:2px 0;${font};font-size:32px;font-weight:600;line-height:40px;color:#121926">${escapeHtml(value)}</p>
${renderChange(change)}`;
}

function renderChange({ text, tone }: EmailMetric['change']): string {
  const name = tone === 'neutral' ? 'quiet' : tone;
  return `<span class="${name}" style="${font};font-size:13px;font-weight:400;line-height:18px;color:${tones[tone]}">${escapeHtml(text)}</span>`;
}

function renderMetrics(metrics: readonly EmailMetric[]): string {
  const rows = metrics.map(
    ({ name, value, change }) =>
      `<tr><th scope="row" align="left" class="line text" style="padding:8px 8px 8px 0;border-top:1px solid #dde3ec;${font};font-size:14px;font-weight:400;line-height:20px;color:#121926">${escapeHtml(name)}</th><td align="right" class="line text" style="padding:8px 0;border-top:1px solid #dde3ec;${font};font-size:14px;font-weight:600;line-height:20px;color:#121926">${escapeHtml(value)}<br>${renderChange(change)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table>`;
}

function renderTable({ title, columns, rows, more }: EmailTable): string {
  const align = (index: number) => (index === 0 ? 'left' : 'right');
  const head = columns.map(
    (column, index) =>
      `<th scope="col" align="${align(index)}" valign="bottom" class="quiet" style="padding:6px 0 6px ${index === 0 ? 0 : 8}px;${font};font-size:12px;font-weight:600;line-height:16px;color:#55617a">${escapeHtml(column)}</th>`,
  );
  const body = rows.map(
    (cells) =>
      `<tr>${cells
        .map(
          (cell, index) =>
            `<td align="${align(index)}" valign="top" class="line text" style="padding:8px 0 8px ${index === 0 ? 0 : 8}px;border-top:1px solid #dde3ec;${font};font-size:13px;line-height:18px;color:#121926${index === 0 ? ';word-break:break-word' : ';white-space:nowrap'}">${escapeHtml(cell)}</td>`,
        )
        .join('')}</tr>`,
  );
  const rest =
    more === null
      ? ''
      : `<p class="quiet" style="margin:6px 0 0;${font};font-size:13px;line-height:18px;color:#55617a">${escapeHtml(more)}</p>`;
  return `<h2 class="text" style="margin:0 0 4px;${font};font-size:16px;line-height:24px;color:#121926">${escapeHtml(title)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>${rest}`;
}

function renderFooter(content: EmailContent): string {
  const link = (href: string, label: string) =>
    `<a href="${escapeHtml(href)}" class="quiet" style="color:#55617a;text-decoration:underline">${escapeHtml(label)}</a>`;
  return `<p class="quiet" style="margin:0;${font};font-size:12px;line-height:18px;color:#55617a">${escapeHtml(content.basis)}</p>
<p class="quiet" style="margin:8px 0 0;${font};font-size:12px;line-height:18px;color:#55617a">${escapeHtml(content.footer)}<br>${link(content.muteUrl, content.muteLabel)} · ${link(content.settingsUrl, content.settingsLabel)}</p>`;
}
