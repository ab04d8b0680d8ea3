import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { fillLogin } from '../../../e2e/src/seller.ts';
import { median, type BenchmarkContext, type BenchmarkResult } from '../harness/benchmark.ts';
import { withIdentity } from './identity-server.ts';
import type { RenewalMethod } from './renewal-page.ts';

const defaultSize = { rounds: 7, inEach: 8 };
const shortSize = { rounds: 1, inEach: 1 };

/** Bundles the page with the login layer into one script. */
async function bundlePage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      lib: {
        entry: join(import.meta.dirname, 'renewal-page.ts'),
        formats: ['es'],
        fileName: 'page',
      },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const [chunk] = outputs.flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The page was not bundled');
  return chunk.code;
}

async function listen(server: Server): Promise<{ origin: string; close(): void }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://localhost:${port}`, close };
}

function servePage(script: string): Promise<{ origin: string; close(): void }> {
  return listen(
    createServer((request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script type=module src=/page.js></script>');
    }),
  );
}

/** Answers every form with fixed tokens of a realistic size, with CORS enabled. */
function serveFixed(): Promise<{ origin: string; close(): void }> {
  const json = JSON.stringify({ access_token: 'x'.repeat(43), id_token: 'y'.repeat(900) });
  return listen(
    createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('access-control-allow-origin', '*');
        response.end(json);
      });
    }),
  );
}

interface MethodTimes {
  renewal: number;
  grant: number | null;
  fetch: number;
}

async function measureTimes(
  page: Page,
  method: RenewalMethod,
  { rounds, inEach }: typeof defaultSize,
): Promise<MethodTimes> {
  const renewals: number[] = [];
  const grants: number[] = [];
  const fetches: number[] = [];
  const callPage = (name: 'renewals' | 'fetches' | 'grants', count: number) =>
    page.evaluate(async ([call, many]) => (await window.renewal)[call](many), [
      name,
      count,
    ] as const);
  for (let round = 0; round <= rounds; round += 1) {
    const renewed = await callPage('renewals', inEach);
    const fetched = await callPage('fetches', inEach);
    // The first round is the warm-up.
    if (round === 0) continue;
    renewals.push(...renewed);
    fetches.push(...fetched);
  }
  if (method === 'refresh token') {
    await callPage('grants', inEach);
    for (let round = 0; round < rounds; round += 1)
      grants.push(...(await callPage('grants', inEach)));
  }
  return {
    renewal: median(renewals),
    grant: grants.length === 0 ? null : median(grants),
    fetch: median(fetches),
  };
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** @param at.session the provider's cookies of the first login, which sets them; with them, a login is silent */
async function measureMethod(
  browser: Browser,
  method: RenewalMethod,
  at: { page: string; issuer: string; fixed: string; session: Cookies },
  size: typeof defaultSize,
): Promise<MethodTimes> {
  const context = await browser.newContext({ locale: 'vi-VN' });
  await context.addCookies(at.session);
  const page = await context.newPage();
  const query = new URLSearchParams({ issuer: at.issuer, fixed: `${at.fixed}/`, way: method });
  await page.goto(`${at.page}/?${query.toString()}`);
  await page.evaluate(async () => (await window.renewal).signIn());
  if (at.session.length === 0) {
    await page.waitForURL((url) => url.origin === at.issuer);
    await fillLogin(page, 'seller@demo.test', 'demo-Seller-2026');
    await page.waitForURL((url) => url.origin === at.page);
  }
  await page.waitForFunction(
    async () => 'renewal' in window && (await window.renewal).status === 'logged-in',
  );
  if (at.session.length === 0) at.session = await context.cookies(at.issuer);
  const times = await measureTimes(page, method, size);
  await context.close();
  return times;
}

/** Measures renewals in a real browser by each method, next to bare fetches from the same page. */
export async function renewalTimes({
  isShort,
  withBrowser,
  withDatabase,
}: BenchmarkContext): Promise<BenchmarkResult[]> {
  const page = await servePage(await bundlePage());
  const fixed = await serveFixed();
  try {
    const measureAll = async (browser: Browser, issuer: string) => {
      const at = { page: page.origin, fixed: fixed.origin, issuer, session: [] };
      const figures: BenchmarkResult[] = [];
      for (const way of ['refresh token', 'backend', 'hidden frame'] as const) {
        const times = await measureMethod(browser, way, at, isShort ? shortSize : defaultSize);
        figures.push({
          name: `renewal in the browser by ${way}, against a bare fetch of fixed tokens`,
          value: `${times.renewal.toFixed(1)} ms, ${(times.renewal / times.fetch).toFixed(1)} × of ${times.fetch.toFixed(1)} ms`,
          target: '',
          reached: null,
        });
        if (times.grant === null) continue;
        const ratio = times.renewal / times.grant;
        figures.push({
          name: 'the same, against a bare fetch of the same grant: what lock, ledger and checks cost',
          value: `${ratio.toFixed(2)} × of ${times.grant.toFixed(1)} ms`,
          target: '≤ 5 ×',
          reached: ratio <= 5,
        });
      }
      return figures;
    };
    return await withIdentity({ appOrigin: page.origin, withDatabase }, (issuer) =>
      withBrowser((browser) => measureAll(browser, issuer)),
    );
  } finally {
    page.close();
    fixed.close();
  }
}
