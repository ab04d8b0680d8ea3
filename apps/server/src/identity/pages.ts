import { createHash } from 'node:crypto';
import type { Language, Words } from '../platform/problem.ts';

/** A page of our own: title, one paragraph, and actions. No script; every value is escaped here. */
export interface PlainPage {
  title: Words;
  text: Words;
  /** Reference for support, such as the request's id. */
  reference?: string;
  link?: { href: string; label: Words };
  /** A form whose fields were made by the program, never by a caller. */
  form?: { action: string; fields: Record<string, string>; submit: Words };
}

const style = `:root{color-scheme:light dark;--page:#f4f6f9;--card:#fff;--line:#d8dde6;--text:#17202e;--quiet:#556070;--brand:#0b5fd8}
@media (prefers-color-scheme:dark){:root{--page:#0b0d11;--card:#161a21;--line:#2b323d;--text:#e8ecf2;--quiet:#a3adbb;--brand:#6ea8ff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
main{width:100%;max-width:440px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:10px}
h1{margin:0 0 12px;font-size:20px;line-height:1.3}p{margin:0 0 20px}.quiet{color:var(--quiet);font-size:13px;margin:20px 0 0;overflow-wrap:anywhere}
.actions{display:flex;flex-wrap:wrap;gap:12px;align-items:center}button,a.button{font:inherit;font-weight:500;min-height:40px;padding:8px 16px;border-radius:6px;border:1px solid var(--brand);background:var(--brand);color:var(--card);cursor:pointer;text-decoration:none}
a.plain{color:var(--brand)}main.wide{max-width:720px;align-self:start}ol{list-style:none;margin:0;padding:0}li{border-top:1px solid var(--line);padding:20px 0}h2{margin:0 0 4px;font-size:16px}pre{margin:12px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}li .quiet{margin:0}pre a{color:var(--brand)}:focus-visible{outline:2px solid var(--brand);outline-offset:2px}`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const referenceWords: Words = { vi: 'Mã tra cứu', en: 'Reference' };

/** @param formTargets origins that a form on the page, or the redirect after it, may lead to. */
export function plainPagePolicy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formTargets.length > 0 ? formTargets.join(' ') : "'none'"}`,
  ].join('; ');
}

export function renderPlainPage(page: PlainPage, language: Language): string {
  const title = escapeHtml(page.title[language]);
  const fields = Object.entries(page.form?.fields ?? {})
    .map(
      ([name, value]) =>
        `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    .join('');
  const form = page.form
    ? `<form method="post" action="${escapeHtml(page.form.action)}">${fields}<button type="submit">${escapeHtml(page.form.submit[language])}</button></form>`
    : '';
  const link = page.link
    ? `<a class="${page.form ? 'plain' : 'button'}" href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.label[language])}</a>`
    : '';
  const actions = form || link ? `<div class="actions">${form}${link}</div>` : '';
  const reference = page.reference
    ? `<p class="quiet">${referenceWords[language]}: ${escapeHtml(page.reference)}</p>`
    : '';
  const body = `<p>${escapeHtml(page.text[language])}</p>${actions}${reference}`;
  return renderDocument(title, `<main><h1>${title}</h1>${body}</main>`, language);
}

/** Both texts are HTML already. */
export function renderDocument(title: string, body: string, language: Language): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Seller Connect</title><style>${style}</style></head>
<body>${body}</body></html>
`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
