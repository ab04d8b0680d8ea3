import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { fillTemplate, inlineHashes, inlineStyles } from './pages.ts';

/**
 * Additions to Vite's own build:
 *
 * - inlines the script of `src/head/main.ts` at the start of every page's body: before the first paint, and
 *   after the page configuration that the server appends to the head;
 * - prerenders the login area as `sign-in/*.html`, by page, page state and language, with an inline
 *   stylesheet (`src/sign-in/README.md` describes how the server uses the files);
 * - lists in `index.html` which chunks each path's screen needs, so that the head script can request them
 *   together with the entry;
 * - writes `csp.json` with the hashes of everything inline;
 * - writes `.br` and `.gz` beside every text asset, and keeps the hashed files of earlier builds for a day.
 */

const headScriptPlaceholder = '<!--head-script-->';
const prerenderFolder = '.cache/web-prerender';

/** Bundles a small script as text that can be inlined in a page. */
async function inlineScript(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'head', fileName: 'head' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (!chunk) throw new Error('The head script came out empty');
  const code = chunk.code.trim();
  if (code.includes('</')) throw new Error('The head script ends its own element');
  return code;
}

interface PrerenderModule {
  readonly files: readonly { page: string; pageState: string | null }[];
  readonly prerender: (what: { page: string; language: string; pageState: string | null }) => {
    title: string;
    attributes: Record<string, string>;
    markup: string;
  };
}

function isPrerender(module: unknown): module is PrerenderModule {
  return (
    typeof module === 'object' && module !== null && 'prerender' in module && 'files' in module
  );
}

/** Builds the login area for Node.js and imports it. */
async function loadPrerender(config: ResolvedConfig): Promise<PrerenderModule> {
  const outDir = join(config.root, '..', '..', prerenderFolder, String(process.pid));
  await build({
    root: config.root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      ssr: join(config.root, 'src/sign-in/prerender.tsx'),
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'prerender.js' } },
    },
  });
  try {
    const module: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
    if (!isPrerender(module)) throw new Error('The prerendering entry exports something else');
    return module;
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

function isManifest(value: unknown): value is Record<string, ManifestChunk> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (chunk: unknown) => typeof chunk === 'object' && chunk !== null && 'file' in chunk,
    )
  );
}

function parseManifest(text: string): Record<string, ManifestChunk> {
  const value: unknown = JSON.parse(text);
  if (!isManifest(value)) throw new Error('The manifest of the build is not one');
  return value;
}

/** Returns all files that a chunk needs, its own first. */
function filesOf(manifest: Record<string, ManifestChunk>, name: string): string[] {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(name);
  return [...files];
}

/** How long files of earlier builds stay available to pages that are still open. */
const assetRetentionMs = 24 * 3600 * 1000;

/**
 * Empties the output folder, except for recent hashed files that open pages or running servers may still request.
 */
function clearBuild(dist: string): void {
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist)) {
    if (name !== 'assets') rmSync(join(dist, name), { recursive: true, force: true });
  }
  const assets = join(dist, 'assets');
  if (!existsSync(assets)) return;
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    if (Date.now() - statSync(file).mtimeMs > assetRetentionMs) rmSync(file, { force: true });
  }
}

/** Compresses text assets. Images and fonts are already compressed. */
function compressAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css|svg)$/.test(name) || existsSync(join(folder, `${name}.br`))) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params }));
  }
}

export interface PagesOptions {
  /** Module of each path's initial screen, relative to the root. */
  readonly screens: Readonly<Record<string, string>>;
}

/** Creates the plugin; see the top of this file. */
export function pages(options: PagesOptions): Plugin {
  let config: ResolvedConfig;
  let script: Promise<string> | undefined;
  return {
    name: 'seller-connect-pages',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (config.command === 'build') clearBuild(resolve(config.root, config.build.outDir));
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        script ??= inlineScript(join(config.root, 'src/head/main.ts'));
        const code = await script;
        return html.replace(headScriptPlaceholder, () => `<script>${code}</script>`);
      },
    },
    async closeBundle(error?: Error) {
      if (error || config.command !== 'build') return;
      const dist = resolve(config.root, config.build.outDir);
      const read = (path: string) => readFileSync(join(dist, path), 'utf8');

      const manifest = parseManifest(read('.vite/manifest.json'));
      const entryFiles = new Set(filesOf(manifest, 'index.html'));
      const chunks = Object.entries(options.screens).map(([path, module]) => {
        const files = filesOf(manifest, module).filter((file) => !entryFiles.has(file));
        if (files.length === 0) throw new Error(`No chunk was built from ${module}`);
        return [path, files] as const;
      });
      const hints = JSON.stringify(Object.fromEntries(chunks)).replaceAll('<', '\\u003c');
      const index = read('index.html').replace(
        '</head>',
        () => `<script type="application/json" id="screen-chunks">${hints}</script>\n  </head>`,
      );
      writeFileSync(join(dist, 'index.html'), index);
      const inline = [inlineHashes(index)];

      const template = inlineStyles(read('sign-in.html'), (address) => read(address.slice(1)));
      const { files, prerender } = await loadPrerender(config);
      mkdirSync(join(dist, 'sign-in'), { recursive: true });
      for (const language of ['vi', 'en']) {
        for (const { page, pageState } of files) {
          const html = fillTemplate(template, {
            language,
            ...prerender({ page, language, pageState }),
          });
          const name = [page, pageState, language, 'html']
            .filter((part) => part !== null)
            .join('.');
          writeFileSync(join(dist, 'sign-in', name), html);
          inline.push(inlineHashes(html));
        }
      }
      const unique = (list: readonly string[]) => [...new Set(list)];
      const csp = {
        scriptHashes: unique(inline.flatMap((each) => each.scripts)),
        styleHashes: unique(inline.flatMap((each) => each.styles)),
      };
      writeFileSync(join(dist, 'csp.json'), `${JSON.stringify(csp, null, 2)}\n`);
      rmSync(join(dist, 'sign-in.html'));
      compressAssets(join(dist, 'assets'));
    },
  };
}
