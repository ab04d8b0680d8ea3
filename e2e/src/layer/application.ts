import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { PageSettings } from './page.ts';
import { startSite, type ListenOptions, type Site } from './web-server.ts';

/** A page with the login layer and nothing else, under the strictest policy that a page can have. */
export interface Application extends Site {
  /** What the next load of a page is configured with. */
  configure(settings: PageSettings): void;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  'connect-src *',
  'frame-src *',
  "require-trusted-types-for 'script'",
].join('; ');

let bundlePromise: Promise<string> | null = null;

/** Starts an application that a test configures before it opens a page of it. */
export async function startApplication(options: ListenOptions = {}): Promise<Application> {
  bundlePromise ??= bundle();
  const script = await bundlePromise;
  let settings: PageSettings | null = null;
  const site = await startSite(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/layer.js') {
      return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    }
    const data = JSON.stringify(settings).replaceAll('<', '\\u003c');
    const html = `<!doctype html><title>Layer</title>
<body><script type="application/json" id="settings">${data}</script>
<script type="module" src="/layer.js"></script>`;
    return new Response(html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
      },
    });
  }, options);
  return { ...site, configure: (next) => void (settings = next) };
}

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: join(import.meta.dirname, 'page.ts'),
        formats: ['es'],
        fileName: 'layer',
      },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const code = outputs.flatMap(({ output }) =>
    output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])),
  );
  const [only] = code;
  if (only === undefined || code.length > 1) throw new Error('The layer is not one file');
  return only;
}

/** Loads a page of the application and waits until the layer has settled. */
export async function openPage(page: Page, application: Application, path = '/') {
  await page.goto(application.origin + path);
  return page.evaluate(() => window.layer.state());
}

/** Logs in by leaving the page for the provider, and answers what the layer says once it is back. */
export async function logIn(page: Page, application: Application) {
  await openPage(page, application);
  return startLogin(page, application);
}

/** The same from a page that is open already. */
export async function startLogin(page: Page, application: Application) {
  const back = page.waitForURL((url) => url.href.startsWith(`${application.origin}/callback`));
  // Leaving the page ends the call itself: nothing of its outcome is waited for.
  await page.evaluate(() => void window.layer.login.login());
  await back;
  await page.waitForFunction(() => window.layer !== undefined);
  return page.evaluate(() => window.layer.state());
}
