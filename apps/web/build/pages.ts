import { createHash } from 'node:crypto';

/** The few edits that turn Vite's HTML into the files that the servers send. Pure, so that they can be tested. */

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for HTML content and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character);
}

export interface PrerenderedPage {
  readonly language: string;
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly markup: string;
}

/** Puts a prerendered page into the template of the login area. Throws when the template lacks a place for it. */
export function fillTemplate(template: string, page: PrerenderedPage): string {
  const attributes = Object.entries(page.attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
  const replacements: readonly (readonly [RegExp, string])[] = [
    [/<html lang="[^"]*">/, `<html lang="${escapeHtml(page.language)}">`],
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`],
    [/<div id="root"><\/div>/, `<div id="root"${attributes}>${page.markup}</div>`],
  ];
  let html = template;
  for (const [pattern, text] of replacements) {
    if (!pattern.test(html))
      throw new Error(`The template of the login area has no ${pattern.source}`);
    html = html.replace(pattern, () => text);
  }
  return html;
}

/** Replaces links to stylesheets by their text; `read` gives the text of an address. */
export function inlineStyles(html: string, read: (address: string) => string): string {
  const css: string[] = [];
  const without = html.replace(
    /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, address: string) => {
      css.push(read(address).trim());
      return '';
    },
  );
  if (css.length === 0) throw new Error('The login area has no stylesheet');
  if (css.some((text) => text.includes('</'))) throw new Error('A stylesheet ends its element');
  return without.replace('</head>', () => `<style>${css.join('\n')}</style>\n  </head>`);
}

/** `sha256-…` of everything inline in a page, as a content security policy names it. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  return { scripts: scripts.map(hash), styles: styles.map(hash) };
}
