import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { BenchmarkContext, BenchmarkResult } from '../harness/benchmark.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const clients = join(root, 'bench', 'baselines', 'login-clients');
const ownEntry = join(root, 'packages', 'login', 'src', 'index.ts');

/**
 * The peers' published packages, each with an entry that signs in, handles the callback, renews and signs out. Ours
 * must be smaller than those that renew and persist a login by themselves (`full`); the others are listed for
 * comparison.
 */
const comparedLibraries = [
  { entry: 'oidc-client-ts', package: 'oidc-client-ts', full: true },
  { entry: 'react-oidc-context', package: 'react-oidc-context', full: true },
  { entry: 'auth0-spa-js', package: '@auth0/auth0-spa-js', full: true },
  { entry: 'axa-fr-oidc-client', package: '@axa-fr/oidc-client', full: true },
  { entry: 'keycloak-js', package: 'keycloak-js', full: false },
  { entry: 'openid-client', package: 'openid-client', full: false },
  { entry: 'oauth4webapi', package: 'oauth4webapi', full: false },
  { entry: 'badgateway-oauth2-client', package: '@badgateway/oauth2-client', full: false },
] as const;

/** Installs the peers on first use. */
function install(): void {
  if (existsSync(join(clients, 'node_modules'))) return;
  const quiet = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...quiet], { cwd: clients, stdio: ['ignore', 'ignore', 'inherit'] });
}

function versionOf(name: string): string {
  const text = readFileSync(join(clients, 'node_modules', name, 'package.json'), 'utf8');
  const manifest: unknown = JSON.parse(text);
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  if (!known || typeof manifest.version !== 'string') throw new Error(`${name} has no version`);
  return manifest.version;
}

/** Returns the minified and gzipped size in kilobytes of 1,000 bytes, always without React. */
async function bundledSize(entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: clients,
    resolve: { alias: { '@seller-connect/login': ownEntry } },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: join(clients, `${entry}.js`), formats: ['es'], fileName: entry },
      rolldownOptions: { output: { minify: true }, external: /^react(\/|$)/ },
    },
  });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const bytes = outputs
    .flatMap(({ output }) => output)
    .map((chunk) => (chunk.type === 'chunk' ? gzipSync(chunk.code, { level: 9 }).length : 0))
    .reduce((sum, each) => sum + each, 0);
  return bytes / 1000;
}

/**
 * Compares the size of the login layer's core with the peers' packages, all bundled alike. The short form skips the
 * peers.
 */
export async function loginSizes({ isShort }: BenchmarkContext): Promise<BenchmarkResult[]> {
  if (!isShort) install();
  const own = await bundledSize('seller-connect');
  const figures: BenchmarkResult[] = [
    {
      name: 'login layer: sign in, callback, renew, sign out; min+gzip',
      value: `${own.toFixed(1)} KB`,
      // "npm run check" limits the layer alone to 15 KB, without an entry that calls it.
      target: '',
      reached: null,
    },
  ];
  for (const peer of isShort ? [] : comparedLibraries) {
    const size = await bundledSize(peer.entry);
    const ratio = own / size;
    figures.push({
      name: `the same, of ${peer.package} ${versionOf(peer.package)}`,
      value: `${ratio.toFixed(2)} × of ${size.toFixed(1)} KB`,
      target: peer.full ? '≤ 1 ×' : '',
      reached: peer.full ? ratio <= 1 : null,
    });
  }
  return figures;
}
