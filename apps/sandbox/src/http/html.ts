/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Shared styles of the sandbox's pages: neutral, light and dark, without external files. */
export const pageStyles = `
:root{color-scheme:light dark;--body:#f2f4f8;--card:#fff;--line:#dfe3ea;--field:#8892a4;--text:#16202f;--quiet:#55617a;--brand:#3a3fc4;--on-brand:#fff;--soft:#eef0ff;--note:#fff6df;--note-text:#694a00;--bad:#b42318;--good:#0d6b3f}
@media (prefers-color-scheme:dark){:root{--body:#0d1117;--card:#161c26;--line:#2b3444;--field:#7784a0;--text:#eaf0fa;--quiet:#a3b0c6;--brand:#a5abff;--on-brand:#10143a;--soft:#20264a;--note:#332a10;--note-text:#f4d48b;--bad:#ff9c92;--good:#7bd8a6}}
*{box-sizing:border-box}
body{margin:0;background:var(--body);color:var(--text);font:400 15px/1.5 Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-text-size-adjust:100%}
h1{font-size:22px;line-height:1.3;font-weight:600;margin:0;text-wrap:balance}
h2{font-size:15px;font-weight:600;margin:0}
p{margin:0}
a{color:var(--brand)}
:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
`;
