import { createHash } from 'node:crypto';

/** Pure functions that turn Vite's HTML into the files that the servers send. */

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character);
}

export interface PrerenderedPage {
  readonly language: string;
  readonly title: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly markup: string;
}

/**
 * Inserts a prerendered page into the template of the login area.
 * @throws Error if the template lacks an insertion point
 */
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

/**
 * Replaces stylesheet links by inline styles; `read` returns the content of a URL. Disabled links stay, which load
 * nothing: Vite finds by them that a lazy chunk's stylesheet is there.
 * @throws Error if there is no stylesheet, or if one contains `</`
 */
export function inlineStyles(html: string, read: (address: string) => string): string {
  const css: string[] = [];
  const disabled = html.replace(
    /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g,
    (_, address: string) => {
      css.push(read(address).trim());
      return `<link rel="stylesheet" href="${address}" disabled>`;
    },
  );
  if (css.length === 0) throw new Error('The page has no stylesheet');
  if (css.some((text) => text.includes('</'))) throw new Error('A stylesheet ends its element');
  return disabled.replace('</head>', () => `<style>${css.join('\n')}</style>\n  </head>`);
}

/**
 * Takes the scripts out of a page, so that the head script can load those of the page's language. Returns their
 * addresses, that of the application first. Vite names the scripts in the order in which they run.
 * @throws Error if the last script is not the application
 */
export function takeScripts(html: string): { html: string; scripts: string[] } {
  const scripts: string[] = [];
  const without = html.replace(
    /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g,
    (_, address: string) => {
      scripts.unshift(address);
      return '';
    },
  );
  if (!/\/app-[^/]*\.js$/.test(scripts[0] ?? '')) throw new Error('The page has no entry script');
  return { html: without, scripts };
}

/** Returns the `sha256-…` hashes of all inline scripts and styles, as in a content security policy. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  );
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');
  return { scripts: scripts.map(hash), styles: styles.map(hash) };
}
