import { describe, expect, it } from 'vitest';
import { fillTemplate, inlineHashes, inlineStyles, takeScripts } from './pages.ts';

const template =
  '<html lang="vi"><head><title>x</title><link rel="stylesheet" crossorigin href="/assets/a.css">' +
  '</head><body><script>a()</script><div id="root"></div></body></html>';

describe('pages of the login area', () => {
  it('contain language, title, attributes and markup, escaped where needed', () => {
    const html = fillTemplate(template, {
      language: 'en',
      title: 'A & B',
      attributes: { 'data-page': '"login"' },
      markup: '<p>$& stays as it is</p>',
    });
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>A &amp; B</title>');
    expect(html).toContain(
      '<div id="root" data-page="&quot;login&quot;"><p>$& stays as it is</p></div>',
    );
  });

  it('are refused if the template lacks a placeholder', () => {
    const page = { language: 'vi', title: '', attributes: {}, markup: '' };
    expect(() => fillTemplate('<html lang="vi"></html>', page)).toThrow('title');
  });

  it('inline their stylesheet, whose link stays disabled, and refuse one that ends its element', () => {
    const html = inlineStyles(template, (address) => `/* ${address} */`);
    expect(html).toContain('<style>/* /assets/a.css */</style>');
    expect(html.match(/<link[^>]*>/g)).toEqual([
      '<link rel="stylesheet" href="/assets/a.css" disabled>',
    ]);
    expect(() => inlineStyles(template, () => '</style>')).toThrow();
    expect(() => inlineStyles('<head></head>', () => '')).toThrow();
  });

  it('leave loading of the application scripts to the script in the head', () => {
    const page =
      '<link rel="icon" href="/m.svg">\n  <script type="module" crossorigin src="/assets/base-2.js"></script>' +
      '\n  <script type="module" crossorigin src="/assets/app-1.js"></script>\n  <link rel="stylesheet" href="/a.css">';
    expect(takeScripts(page)).toEqual({
      html: '<link rel="icon" href="/m.svg">\n  <link rel="stylesheet" href="/a.css">',
      scripts: ['/assets/app-1.js', '/assets/base-2.js'],
    });
    const base = '<script type="module" crossorigin src="/assets/base-2.js"></script>';
    expect(() => takeScripts(base)).toThrow();
  });

  it('have a CSP hash for each inline style and script, and none for inline data', () => {
    const html =
      '<style>b{}</style><script>a()</script><script type="application/json">{}</script>';
    // printf 'a()' | openssl dgst -sha256 -binary | base64
    expect(inlineHashes(html).scripts).toEqual([
      'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4=',
    ]);
    expect(inlineHashes(html).styles).toHaveLength(1);
  });
});
