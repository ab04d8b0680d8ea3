import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { PageSettings } from './page.ts';
import { startSite, type ListenOptions, type Site } from './web-server.ts';

/** A page with only the login layer, under the strictest possible policy. */
export interface Application extends Site {
  /** Sets the configuration of the next page load. */
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

/** Starts an application that a test configures before it opens a page. */
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

/** Loads a page of the application and waits until the layer has started. */
export async function openPage(page: Page, application: Application, path = '/') {
  await page.goto(application.origin + path);
  return page.evaluate(() => window.layer.state());
}

/** Logs in with a redirect to the provider. Returns the state of the layer afterwards. */
export async function logIn(page: Page, application: Application) {
  await openPage(page, application);
  return startLogin(page, application);
}

/** Logs in from a page that is already open. */
export async function startLogin(page: Page, application: Application) {
  const back = page.waitForURL((url) => url.href.startsWith(`${application.origin}/callback`));
  // The call does not return, because the redirect ends the page.
  await page.evaluate(() => void window.layer.login.login());
  await back;
  await page.waitForFunction(() => window.layer !== undefined);
  return page.evaluate(() => window.layer.state());
}
