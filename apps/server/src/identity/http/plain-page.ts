import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { inlineSource } from '../../platform/http/security-headers.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import {
  negotiateLanguage,
  type Language,
  type LocalizedText,
} from '../../platform/http/problem.ts';
import { webBuildFolder } from '../../web/index.ts';

/** A server-rendered page: title, one paragraph and actions. It has no script; every value is escaped here. */
export interface PlainPage {
  title: LocalizedText;
  text: LocalizedText;
  /** Reference for support, such as the request id. */
  reference?: string;
  link?: { href: string; label: LocalizedText };
  /** A form whose fields are set by the program, never by a caller. */
  form?: { action: string; fields: Record<string, string>; submit: LocalizedText };
}

/** Colors, sizes and the card repeat those of the web build's one-sentence pages; only its fonts are loaded. */
const baseCss = `:root{color-scheme:light dark;--page:#f4f6fa;--card:#fff;--line:#dde3ec;--edge:#c3ccd9;--text:#121926;--quiet:#55617a;--brand:#0065e5;--fill:#086ff7;--fill-hover:#005ee2}
@media (prefers-color-scheme:dark){:root{--page:#11161e;--card:#19202a;--line:#323d4f;--edge:#475467;--text:#e9eef6;--quiet:#a8b3c5;--brand:#5a9bff}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;background:var(--page);color:var(--text);font:14px/1.5 "Inter Latin","Inter Vietnamese",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
body{padding:16px 16px 64px}main{width:100%;max-width:560px;padding:48px 32px;border:1px solid var(--line);border-radius:10px;background:var(--card);text-align:center;text-wrap:balance}main.wide{max-width:720px;padding:40px 0;align-self:start;border:0;background:none;text-align:start;text-wrap:auto}
.product{display:flex;align-items:center;justify-content:center;gap:12px;margin:0 0 24px;font-size:20px;font-weight:600}.wide .product{justify-content:start}.product svg{flex:none}.tile{fill:var(--fill)}.stroke{fill:none;stroke:#fff;stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round}
h1{margin:0 0 8px;font-size:24px;font-weight:600;line-height:1.3;letter-spacing:-.011em;text-wrap:balance}main:not(.wide)>p:not(.product,.quiet){color:var(--quiet)}p{margin:0 0 20px}.quiet{color:var(--quiet);font-size:13px;margin:24px 0 0;overflow-wrap:anywhere}
.actions{display:flex;flex-wrap:wrap;gap:12px;align-items:center;justify-content:center}button,a.button,a.plain{display:inline-flex;align-items:center;justify-content:center;min-height:36px;padding:6px 16px;border:1px solid var(--edge);border-radius:6px;background:none;color:var(--text);font:inherit;font-weight:500;text-decoration:none;cursor:pointer}button,a.button{border-color:var(--fill);background:var(--fill);color:#fff}button:hover,a.button:hover{border-color:var(--fill-hover);background:var(--fill-hover)}
ol{list-style:none;display:grid;gap:16px;margin:28px 0 0;padding:0}li{border:1px solid var(--line);border-radius:10px;padding:20px;background:var(--card)}h2{margin:0 0 4px;font-size:16px}pre{margin:12px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}li .quiet{margin:0}pre a{color:var(--brand)}:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
@media (max-width:640px){button,a.button,a.plain{min-height:44px}.actions>*{flex:1 1 auto}form button{width:100%}}`;

/** The product's mark and name, as on the pages of the login area. */
export const productMark =
  '<p class="product"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect class="tile" width="32" height="32" rx="8"/><path class="stroke" d="M8 21.5l5.2-6 4.2 3.6L24 10.5"/></svg>Seller Connect</p>';

/** Font files of the login area by file name prefix; Vietnamese letters are in a file of their own. */
const typefaces = {
  'Inter Latin': 'inter-latin-wght-normal-',
  'Inter Vietnamese': 'inter-vietnamese-wght-normal-',
} as const;

/**
 * Returns the @font-face rules for the web build's fonts. Without a build it returns '', and the system font
 * applies.
 */
export function renderFontFaces(build: string): string {
  let files: string[];
  try {
    files = readdirSync(join(build, 'assets'));
  } catch {
    return '';
  }
  return Object.entries(typefaces)
    .flatMap(([family, start]) => {
      const file = files.find((name) => name.startsWith(start) && name.endsWith('.woff2'));
      return file === undefined
        ? []
        : `@font-face{font-family:"${family}";font-weight:100 900;font-display:swap;src:url("/assets/${file}") format("woff2")}\n`;
    })
    .join('');
}

let cachedStyle: { readonly style: string; readonly source: string } | undefined;

/** Computed on first use, because the build may appear after this module is loaded. */
function pageStyle() {
  if (cachedStyle) return cachedStyle;
  const style = renderFontFaces(webBuildFolder) + baseCss;
  cachedStyle = { style, source: inlineSource(style) };
  return cachedStyle;
}

const referenceLabel: LocalizedText = { vi: 'Mã tra cứu', en: 'Reference' };

/** @param formTargets origins that a form on the page, or a redirect after it, may lead to. */
export function plainPageSecurityPolicy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `style-src ${pageStyle().source}`,
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formTargets.length > 0 ? formTargets.join(' ') : "'none'"}`,
  ].join('; ');
}

/**
 * Sends a page in the language that the login area uses for this browser.
 * @param options.uiLocales languages that the application passed on, for a browser without a stored choice
 */
export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  page: PlainPage,
  { formTargets = [], uiLocales }: { formTargets?: readonly string[]; uiLocales?: unknown } = {},
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', plainPageSecurityPolicy(formTargets))
    .send(renderPlainPage(page, pageLanguage(request.headers, uiLocales)));
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
    ? `<p class="quiet">${referenceLabel[language]}: ${escapeHtml(page.reference)}</p>`
    : '';
  const body = `<p>${escapeHtml(page.text[language])}</p>${actions}${reference}`;
  return renderDocument(title, `<main>${productMark}<h1>${title}</h1>${body}</main>`, language);
}

/** Renders a document; both texts must be HTML already. */
export function renderDocument(title: string, body: string, language: Language): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Seller Connect</title><style>${pageStyle().style}</style></head>
<body>${body}</body></html>
`;
}

type CookieHeaders = Pick<IncomingHttpHeaders, 'cookie'>;

/**
 * Returns the language of a login area page: the stored choice, else the `ui_locales` passed by the application,
 * else Vietnamese. The browser's preferred languages are ignored.
 */
export function pageLanguage(headers: CookieHeaders, uiLocales?: unknown): Language {
  const locales = typeof uiLocales === 'string' ? uiLocales.replaceAll(' ', ',') : '';
  return chosenLanguage(headers) ?? negotiateLanguage(locales);
}

/** Returns the language stored in the login area's cookie; null when there is none. */
export function chosenLanguage(headers: CookieHeaders): Language | null {
  const found = /(?:^|;\s*)localization=(vi|en)(?:;|$)/.exec(headers.cookie ?? '');
  return found ? (found[1] === 'en' ? 'en' : 'vi') : null;
}
