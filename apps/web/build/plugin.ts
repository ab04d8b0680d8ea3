import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, type Plugin, type ResolvedConfig } from 'vite';
import { fillTemplate, inlineHashes, inlineStyles, takeScripts } from './pages.ts';
import { writeManifests } from './webManifest.ts';
import type { Language } from '../src/storage.ts';

/**
 * Additions to Vite's own build:
 *
 * - inlines the script of `src/head/main.ts` in every page, before the first paint;
 * - builds the application a second time for English, since each page loads one language;
 * - prerenders the login area as `sign-in/*.html`, by page, page state and language, with an inline
 *   stylesheet (`src/sign-in/README.md` describes how the server uses the files);
 * - inlines the stylesheets of `index.html`, which the application needs at once, and names the script of React in its
 *   first line;
 * - lists in `index.html` by language the scripts of the application and which chunks each path's screen needs,
 *   which the head script requests together;
 * - writes the manifest of each language with its icons, and the service worker;
 * - writes `csp.json` with the hashes of everything inline;
 * - writes `.br` and `.gz` beside every text asset, and keeps the hashed files of earlier builds for a day.
 */

const filesPlaceholder = '<!--page-files-->';
const firstScriptPlaceholder = '<!--first-script-->';
const headScriptPlaceholder = '<!--head-script-->';
const prerenderFolder = '.cache/web-prerender';

/**
 * Bundles a small script that imports nothing when it runs. Its syntax is that of 2019, because the head script says
 * in older browsers what the application needs.
 * @param globals expressions that replace global names
 */
async function bundleScript(entry: string, globals: Record<string, string> = {}): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: globals,
    build: {
      write: false,
      target: 'es2019',
      lib: { entry, formats: ['iife'], name: 'head', fileName: 'head' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const chunk = outputs.find((output) => output.type === 'chunk');
  if (!chunk) throw new Error(`The script ${entry} came out empty`);
  return chunk.code.trim();
}

interface PrerenderModule {
  readonly files: readonly { page: string; pageState: string | null; demo: boolean }[];
  readonly prerender: (what: {
    page: string;
    language: string;
    pageState: string | null;
    demo: boolean;
  }) => {
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
    css: config.css,
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

/** Creates the plugin that inlines the head script. */
export function headScript(root: string): Plugin {
  let script: Promise<string> | undefined;
  return {
    name: 'seller-connect-head-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        script ??= bundleScript(join(root, 'src/head/main.ts'));
        const code = await script;
        if (code.includes('</')) throw new Error('The head script ends its own element');
        return html.replace(headScriptPlaceholder, () => `<script>${code}</script>`);
      },
    },
  };
}

/** What the build of one language has written. */
interface Application {
  /** The application's page without its scripts. */
  readonly index: string;
  /**
   * Names of files in `assets` by path of the screen; `entry` are the scripts of every page, `later` those that it may
   * need later.
   */
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** The page of the login area, to be filled in. */
  readonly signIn: string;
}

function readApplication(
  read: (path: string) => string,
  language: Language,
  { entry, screens, later }: Pick<PagesOptions, 'entry' | 'screens' | 'later'>,
): Application {
  const { html: index, scripts } = takeScripts(read('index.html'));
  const manifest = parseManifest(read(manifestFile(language)));
  const filesFrom = (module: string): string[] => {
    const isScript = (key: string) =>
      key.startsWith(module) && manifest[key]?.file.endsWith('.js') === true;
    return filesOf(manifest, Object.keys(manifest).find(isScript) ?? module);
  };
  const entryFiles = new Set(filesFrom(entry));
  const filesBeyondEntry = (module: string): string[] => {
    const files = filesFrom(module).filter((file) => !entryFiles.has(file));
    if (files.length === 0) throw new Error(`No chunk was built from ${module}`);
    return files.map((file) => basename(file));
  };
  const files = {
    entry: scripts.map((file) => basename(file)),
    later: [...new Set(later.flatMap(filesBeyondEntry))],
    ...Object.fromEntries(
      Object.entries(screens).map(([path, module]) => [path, filesBeyondEntry(module)]),
    ),
  };
  const withStyles = (page: string) => inlineStyles(page, (address) => read(address.slice(1)));
  return {
    index: withStyles(nameFirstScript(index, scripts)),
    files,
    signIn: withStyles(read('sign-in.html')),
  };
}

/**
 * Names React's script before everything else, so that its request does not wait for the head script.
 * @param scripts the scripts of the page
 * @throws Error if React is not among them
 */
function nameFirstScript(page: string, scripts: readonly string[]): string {
  const address = scripts.find((each) => /\/react-[^/]*\.js$/.test(each));
  if (address === undefined) throw new Error('The page does not load React');
  const link = `<link rel="modulepreload" crossorigin href="${address}" />`;
  return page.replace(firstScriptPlaceholder, () => link);
}

/** Returns the path of the manifest of a language's build. */
export const manifestFile = (language: Language) => `.vite/manifest.${language}.json`;

export interface PagesOptions {
  /** Beginning of the manifest key of the application, which every page loads. */
  readonly entry: string;
  /** Manifest key of each path's initial screen or its beginning: the module relative to the root. */
  readonly screens: Readonly<Record<string, string>>;
  /** Manifest keys of modules that every page may need later. */
  readonly later: readonly string[];
  /** Returns the configuration of the English build; the one that this plugin belongs to is the Vietnamese. */
  readonly english: () => InlineConfig;
}

/** Creates the plugin; see the top of this file. */
export function pages({ english, ...modules }: PagesOptions): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'seller-connect-pages',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (config.command === 'build') clearBuild(resolve(config.root, config.build.outDir));
    },
    async closeBundle(error?: Error) {
      if (error || config.command !== 'build') return;
      const dist = resolve(config.root, config.build.outDir);
      const read = (path: string) => readFileSync(join(dist, path), 'utf8');

      const vi = readApplication(read, 'vi', modules);
      await build({ configFile: false, logLevel: 'error', ...english() });
      const en = readApplication(read, 'en', modules);
      if (vi.index !== en.index) throw new Error('The languages differ in more than their scripts');
      const manifests = writeManifests(join(dist, 'assets'), join(config.root, 'src/app/icons'));
      const table = JSON.stringify({
        vi: { ...vi.files, manifest: [manifests.vi] },
        en: { ...en.files, manifest: [manifests.en] },
      }).replaceAll('<', '\\u003c');
      const index = vi.index.replace(
        filesPlaceholder,
        () => `<script type="application/json" id="page-files">${table}</script>`,
      );
      writeFileSync(join(dist, 'index.html'), index);
      const inline = [inlineHashes(index)];

      const { files, prerender } = await loadPrerender(config);
      mkdirSync(join(dist, 'sign-in'), { recursive: true });
      for (const [language, template] of [
        ['vi', vi.signIn],
        ['en', en.signIn],
      ] as const) {
        for (const { page, pageState, demo } of files) {
          const html = fillTemplate(template, {
            language,
            ...prerender({ page, language, pageState, demo }),
          });
          const name = [page, pageState, demo ? 'demo' : null, language, 'html']
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
      writeFileSync(
        join(dist, 'service-worker.js'),
        await bundleScript(join(config.root, 'service-worker/worker.ts'), {
          notificationIcon: JSON.stringify(manifests.icon),
        }),
      );
      rmSync(join(dist, 'sign-in.html'));
      compressAssets(join(dist, 'assets'));
    },
  };
}
